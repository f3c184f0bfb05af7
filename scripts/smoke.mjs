// Starts the built app as a person would, looks at it from outside and stops it. Part of `.ci/run`.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const START_MS = 300_000;
const STOP_MS = 15_000;
const READY = /^Loop is ready: (http:\/\/\S+)/m;

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const within = (promise, ms, what) => {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms / 1000} s`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

function start(environment) {
  // A group of its own, so that stopping reaches npm and the server alike.
  const child = spawn("npm", ["start"], {
    cwd: root,
    env: environment,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = new Promise((resolve) => child.once("close", resolve));
  const ready = new Promise((resolve, reject) => {
    const read = (chunk) => {
      output += chunk;
      const found = READY.exec(output);
      if (found) resolve(found[1]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    void ended.then(() => reject(new Error(`npm start ended before it was ready:\n${output}`)));
  });
  return { child, ready, ended };
}

async function lookAt(link) {
  const health = await fetch(new URL("/healthz", link));
  if (health.status !== 200) throw new Error(`/healthz answered ${health.status}`);
  const stranger = await fetch(new URL("/api/settings/mcp", link));
  if (stranger.status !== 401) throw new Error(`a stranger was answered ${stranger.status} instead of 401`);
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), "loop-smoke-"));
  const environment = { ...process.env, PORT: String(await freePort()), LOOP_DATA_DIR: folder };
  const { child, ready, ended } = start(environment);
  const stop = (signal) => process.kill(-Number(child.pid), signal);
  try {
    const link = await within(ready, START_MS, "npm start");
    await lookAt(link);
    stop("SIGTERM");
    await within(ended, STOP_MS, "stopping");
  } catch (error) {
    if (child.exitCode === null && child.signalCode === null) stop("SIGKILL");
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  await main();
  console.log("npm start: ready, healthy, closed to strangers, stopped.");
} catch (error) {
  console.error(`npm start: ${error.message}`);
  process.exitCode = 1;
}
