// Starts the servers of the measurements and names them the way a person would configure them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** For the ends of connections to arrive. */
const SETTLE_MS = 100;

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

export const stdioServer = (id) => ({
  id,
  type: "stdio",
  command: process.execPath,
  args: [here("fixture-stdio.mjs")],
});

/** `count` HTTP servers in one process, so that none of their work is the clients'; a new id takes the next of them. */
export async function startHttpServers(count) {
  const child = spawn(process.execPath, [here("fixture-http.mjs"), String(count)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  const ports = JSON.parse(String(line));
  const taken = new Map();
  const at = (id, path) => {
    if (!taken.has(id)) taken.set(id, ports[taken.size % count]);
    return { id, type: "http", url: `http://127.0.0.1:${taken.get(id)}/${path}` };
  };
  return {
    ready: (id) => at(id, "ready"),
    silent: (id) => at(id, "silent"),
    /** Ends what connections rest, so that the next to start finds none that another left warm. */
    rest: async () => {
      child.stdin.write("rest\n");
      await once(child.stdout, "data");
      await pause(SETTLE_MS);
    },
    stop: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}
