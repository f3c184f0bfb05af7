export { backup } from "./backup.js";
export { exportInstance } from "./export-instance.js";
export { importInstance } from "./import-instance.js";
export { main } from "./main.js";
export { migrateInstance } from "./migrate-instance.js";
export { createServer, type LoopServer, type ServerDeps } from "./server.js";
export { readSettings, type Settings } from "./settings.js";
export { StartFailure } from "./start-failure.js";
