/** A process entry: `node stdio-process.js <launch file or its JSON>` serves MCP on stdin and stdout. */
import { runLaunch } from "./run-launch.js";
import { serveStdio } from "./stdio-server.js";

runLaunch(serveStdio);
