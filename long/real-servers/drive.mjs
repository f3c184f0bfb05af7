// Runs inside the network without an outside: one McpManager, every server over stdio, then those that can over HTTP.
// The first argument is the folder of the installed servers; outcomes go to `outcomes.json` in it.
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { McpManager } from "../../packages/core/dist/index.js";
import { freePort, processesWithEnvironment } from "../../packages/testkit/dist/index.js";
import { SERVERS } from "./list.mjs";
import { commandOf, listens, startListening, stopListening } from "./start.mjs";

const [, , root, only = ""] = process.argv;
const HTTP_AT_ONCE = 3;
const WHOLE_RUN_MS = 25 * 60_000;
const RUN = randomUUID();
const MARK = "LOOP_LONG_RUN";

const work = mkdtempSync(join(root, "run-"));
const dir = join(work, "dir");
const home = join(work, "home");
for (const folder of [dir, home]) mkdirSync(folder);
/** What a server's process sees of this machine: a home of its own and where programs are. */
const base = { HOME: home, PATH: process.env.PATH, LANG: "C.UTF-8" };

const manager = new McpManager(join(work, "mcp.json"), { environment: base, launchDirectory: dir });
const watched = new Map();
const outcomes = [];

manager.subscribe(({ serverId, view }) => {
  const watch = watched.get(serverId);
  if (!watch || !view) return;
  if (view.status === "connecting") watch.started ??= performance.now();
  if (view.status === "ready" || view.status === "error") watch.settle(view);
});

/** Resolves with the view a server settles in, and how long that took from the moment it had its slot. */
function settled(id) {
  const watch = { started: null, settle: () => undefined };
  const view = new Promise((resolve) => {
    watch.settle = resolve;
  });
  watched.set(id, watch);
  return view.then((found) => {
    watched.delete(id);
    return { view: found, ms: Math.round(performance.now() - (watch.started ?? performance.now())) };
  });
}

const idOf = (server, transport) => `${server.package.replaceAll(/[^a-z0-9]+/gi, "-").replace(/^-/, "")}-${transport}`;
const rows = (record) => Object.entries(record).map(([key, value]) => ({ key, value }));
const expected = (server, transport) => server.expect?.[transport];

/** Switched on after it was saved, so that the ordinary deadline counts and not the one for a set-up. */
async function attempt(id, config) {
  await manager.save({ id, name: id, ...config, enabled: false });
  const first = settled(id);
  await manager.setEnabled(id, true);
  return first;
}

/**
 * A healthy server can miss a deadline on a busy machine. Then it is tried once more, as a person would: saving it again
 * gives a program the long time of a set-up, and an address gets a Retry.
 */
async function conclude(server, transport, id, { config, first }) {
  const wanted = expected(server, transport);
  const { view, ms } = first;
  const isExpected = view.status === "ready" ? wanted?.code === undefined : view.code === wanted?.code;
  if (isExpected) return note(server, transport, view, ms, false);
  const second = settled(id);
  if (transport === "stdio") await manager.save({ id, name: id, ...config, enabled: true });
  else await manager.retry(id);
  const again = await second;
  return note(server, transport, again.view, again.ms, true);
}

function note(server, transport, view, ms, retried) {
  const outcome = { package: server.package, transport, status: view.status, code: view.code ?? null, ms, retried };
  const dropped = view.droppedTools ?? [];
  outcomes.push({ ...outcome, tools: view.toolCount, dropped });
  console.log(`${server.package} ${transport}: ${view.code ?? view.status} ${view.toolCount} tools, ${ms} ms`);
}

async function overStdio(server) {
  const id = idOf(server, "stdio");
  const { program, args, env } = commandOf(root, server, server.stdio ?? {}, { dir, port: 0 });
  const transport = { type: "stdio", command: program, args, env: rows({ ...env, [MARK]: RUN }), envVars: [], cwd: "" };
  await conclude(server, "stdio", id, { config: { transport }, first: await attempt(id, { transport }) });
}

async function overHttp(server) {
  const id = idOf(server, "http");
  const { headers = {}, host = "127.0.0.1", path = "/mcp" } = server.http;
  const port = await freePort();
  const started = startListening(commandOf(root, server, server.http, { dir, port }), {
    base: { ...base, [MARK]: RUN },
    cwd: dir,
  });
  try {
    if (!(await listens(started, host, port))) {
      return note(server, "http", { status: "never listened", toolCount: 0 }, 0, false);
    }
    const url = `http://${host}:${port}${path}`;
    const transport = { type: "http", url, bearerTokenEnv: "", headers: rows(headers), envHeaders: [] };
    await conclude(server, "http", id, { config: { transport }, first: await attempt(id, { transport }) });
    await manager.remove(id);
  } finally {
    await stopListening(started);
  }
}

async function inTurns(servers, width, run) {
  const left = [...servers];
  const lane = async () => {
    for (let server = left.shift(); server; server = left.shift()) await run(server);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

function leftBehind() {
  return processesWithEnvironment(`${MARK}=${RUN}`).filter(({ pid }) => pid !== process.pid);
}

async function main() {
  const servers = SERVERS.filter((server) => server.package.includes(only));
  await Promise.all(servers.map(overStdio));
  const withHttp = servers.filter((server) => server.http);
  await inTurns(withHttp, HTTP_AT_ONCE, overHttp);
}

async function finish() {
  const started = performance.now();
  await manager.close();
  const closedInMs = Math.round(performance.now() - started);
  const left = leftBehind();
  for (const { pid } of left) process.kill(pid, "SIGKILL");
  writeFileSync(join(root, "outcomes.json"), JSON.stringify({ outcomes, closedInMs, leftBehind: left.length }));
  rmSync(work, { recursive: true, force: true });
  console.log(`Closed in ${closedInMs} ms; ${left.length} processes were left behind.`);
}

/** Interrupted: no time for manners, but nothing stays behind. */
function abandon() {
  for (const { pid } of leftBehind()) process.kill(pid, "SIGKILL");
  rmSync(work, { recursive: true, force: true });
  process.exit(1);
}

for (const name of ["SIGINT", "SIGTERM"]) process.once(name, abandon);
const bound = setTimeout(() => void finish().then(() => process.exit(2)), WHOLE_RUN_MS);
try {
  await main();
} finally {
  clearTimeout(bound);
  await finish();
}
