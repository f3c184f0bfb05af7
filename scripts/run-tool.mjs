// Runs one command-line tool and keeps its output. A stop of this process stops the tool.
import { spawn } from "node:child_process";

const running = new Set();

/** Resolves to `{ code, output, seconds }`; `shown: true` lets the tool write straight to the terminal. */
export function runTool([file, ...args], { cwd, env = process.env, shown = false } = {}) {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env,
      shell: file.endsWith(".cmd"),
      stdio: shown ? "inherit" : ["ignore", "pipe", "pipe"],
    });
    running.add(child);
    const chunks = [];
    child.stdout?.on("data", (chunk) => chunks.push(chunk));
    child.stderr?.on("data", (chunk) => chunks.push(chunk));
    const finish = (code, extra = "") => {
      running.delete(child);
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      resolve({ code, output: Buffer.concat(chunks).toString("utf8") + extra, seconds });
    };
    child.once("error", (error) => finish(127, `${error.message}\n`));
    child.once("close", (code) => finish(code ?? 1));
  });
}

const GRACE_MS = 2_000;
const handlers = [];

/** Ctrl-C and a plain kill end the running tool first, then the script. npm outlives a Ctrl-C, so grace is short. */
export function stopToolsOnSignal() {
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ]) {
    const handle = () => stopAll(signal, code);
    process.once(signal, handle);
    handlers.push([signal, handle]);
  }
}

function stopAll(signal, code) {
  if (running.size === 0) process.exit(code);
  for (const child of running) {
    child.kill(signal);
    child.once("close", () => running.size === 0 && process.exit(code));
  }
  setTimeout(() => {
    for (const child of running) child.kill("SIGKILL");
    process.exit(code);
  }, GRACE_MS);
}

/** Gives the signals back, before a server of this process takes them. */
export function releaseSignals() {
  for (const [signal, handle] of handlers.splice(0)) process.removeListener(signal, handle);
}
