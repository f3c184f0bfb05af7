/** A process entry: `node http-process.js <launch file or its JSON>` serves MCP on a free port of 127.0.0.1. */
import { obeyHttp } from "./http-control.js";
import { startFakeHttp } from "./http-server.js";
import { runLaunch } from "./run-launch.js";

const lifeMs = 120_000;

runLaunch((behaviour, journal) => {
  const starting = startFakeHttp(behaviour, { journal });
  setTimeout(() => process.exit(97), behaviour.process?.lifeMs ?? lifeMs).unref();
  void starting.then((server) =>
    journal.write({ kind: "listening", detail: { url: server.url, origin: server.origin } }),
  ); // a taken port is impossible
  return (command) => {
    void starting.then((server) => obeyHttp(command, server, journal)); // started before any command
  };
});
