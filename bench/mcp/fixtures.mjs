// Starts the servers of the measurements and names them the way a person would configure them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

export const stdioServer = (id) => ({
  id,
  type: "stdio",
  command: process.execPath,
  args: [here("fixture-stdio.mjs")],
});

/** One process for any number of HTTP servers, so that none of their work is the clients'. */
export async function startHttpServers() {
  const child = spawn(process.execPath, [here("fixture-http.mjs")], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  const base = `http://127.0.0.1:${Number(String(line).trim())}`;
  return {
    ready: (id) => ({ id, type: "http", url: `${base}/ready/${id}` }),
    silent: (id) => ({ id, type: "http", url: `${base}/silent/${id}` }),
    stop: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}
