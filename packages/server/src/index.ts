export { backup } from "./backup.js";
export { main } from "./main.js";
export { createServer, type LoopServer, type ServerDeps } from "./server.js";
export { readSettings, type Settings } from "./settings.js";
export { StartFailure } from "./start-failure.js";
