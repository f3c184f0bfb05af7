// Where a package's program is and how one line of the list becomes a command.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const LISTEN_MS = 60_000;
const LOOK_AGAIN_MS = 200;
const STOP_MS = 3_000;

export const folderOf = (root, { package: name }) => join(root, "servers", name.replaceAll("/", "+"));

export function programOf(root, server, bin) {
  const folder = folderOf(root, server);
  const { bin: bins } = JSON.parse(readFileSync(join(folder, "node_modules", server.package, "package.json"), "utf8"));
  const short = server.package.split("/").at(-1);
  const names = typeof bins === "string" ? [short] : Object.keys(bins);
  const name = bin ?? names.find((candidate) => candidate === short) ?? names[0];
  return join(folder, "node_modules/.bin", name);
}

/** `{dir}` and `{port}` filled in. */
export function commandOf(root, server, way, { dir, port }) {
  const fill = (text) => text.replaceAll("{dir}", dir).replaceAll("{port}", String(port));
  const env = Object.fromEntries(Object.entries(way.env ?? {}).map(([key, value]) => [key, fill(value)]));
  return { program: programOf(root, server, way.bin), args: (way.args ?? []).map(fill), env };
}

/** A server of its own process group, what it says thrown away. */
export function startListening({ program, args, env }, { base, cwd }) {
  const child = spawn(program, args, { cwd, env: { ...base, ...env }, detached: true, stdio: "ignore" });
  const ended = new Promise((resolve) => {
    child.once("close", resolve);
    child.once("error", resolve);
  });
  return { child, ended };
}

/** Whether it listened in time; a server that ended will not. */
export async function listens({ child }, host, port) {
  const until = Date.now() + LISTEN_MS;
  while (Date.now() < until && child.exitCode === null && child.signalCode === null) {
    if (await answers(host, port)) return true;
    await pause(LOOK_AGAIN_MS);
  }
  return false;
}

function answers(host, port) {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (isOpen) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}

/** The whole group: two of these servers leave a child behind. */
export async function stopListening({ child, ended }) {
  if (child.pid === undefined) return;
  signal(child.pid, "SIGTERM");
  await Promise.race([ended, pause(STOP_MS, undefined, { ref: false })]);
  signal(child.pid, "SIGKILL");
  await ended;
}

function signal(group, name) {
  try {
    process.kill(-group, name);
  } catch {
    // Nobody is left in it.
  }
}
