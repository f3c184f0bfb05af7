// Installs the servers of the list outside the workspace, lets McpManager discover them where nothing is reachable but
// this machine, and compares what it found with the stored catalogs.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runTool, stopToolsOnSignal } from "../scripts/run-tool.mjs";
import { installInto } from "./install.mjs";
import { loopbackComplaint, loopbackOnly } from "./loopback-only.mjs";
import { SERVERS } from "./real-servers/list.mjs";
import { judge, realServersPage, terminalRows } from "./real-servers/page.mjs";
import { folderOf } from "./real-servers/start.mjs";
import { plainTable } from "./table.mjs";
import { temporaryFolder } from "./temporary-folder.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const CATALOGS = here("../../shared/data/catalogues.json");
const INSTALLS_AT_ONCE = 2;

/** `--only TEXT` tries the servers whose name holds it and leaves the page alone; `--folder PATH` keeps what is installed. */
const { values: options } = parseArgs({ options: { only: { type: "string" }, folder: { type: "string" } } });
const wanted = SERVERS.filter((server) => server.package.includes(options.only ?? ""));

/** Tool counts by package, of those versions alone that the list names. */
function readCatalogs() {
  const stored = Object.values(JSON.parse(readFileSync(CATALOGS, "utf8")));
  const isListed = ({ package: name, version }) =>
    SERVERS.some((server) => server.package === name && server.version === version);
  return new Map(stored.filter(isListed).map(({ package: name, tools }) => [name, tools.length]));
}

async function installAll(root) {
  const left = [...wanted];
  const installs = [];
  const lane = async () => {
    for (let server = left.shift(); server; server = left.shift()) installs.push(await install(root, server));
  };
  await Promise.all(Array.from({ length: INSTALLS_AT_ONCE }, lane));
  return installs;
}

function isInstalled(root, { package: name, version }) {
  const manifest = join(folderOf(root, { package: name }), "node_modules", name, "package.json");
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).version === version;
}

async function install(root, server) {
  if (isInstalled(root, server)) return { name: server.package, ok: true, seconds: null };
  const { ok, seconds, output } = await installInto(folderOf(root, server), [`${server.package}@${server.version}`]);
  console.log(`${ok ? "installed" : "NOT INSTALLED"}  ${server.package} ${server.version}, ${seconds} s`);
  if (!ok) console.log(output.trimEnd().split("\n").slice(0, 5).join("\n"));
  return { name: server.package, ok, seconds };
}

async function drive(root) {
  const command = [process.execPath, here("real-servers/drive.mjs"), root, options.only ?? ""];
  const { code } = await runTool(loopbackOnly(command), { cwd: root, shown: true });
  const outcomes = join(root, "outcomes.json");
  return {
    code,
    ...(existsSync(outcomes) ? JSON.parse(readFileSync(outcomes, "utf8")) : { outcomes: [], leftBehind: 0 }),
  };
}

async function run(root) {
  const installs = await installAll(root);
  const { code, outcomes, closedInMs, leftBehind } = await drive(root);
  const rows = judge(SERVERS, outcomes, readCatalogs());
  console.log(plainTable(...terminalRows(rows)));
  const date = new Date().toISOString().slice(0, 10);
  const machine = `Node ${process.versions.node}, ${cpus().length} cores, every process at low priority`;
  const notInstalled = installs.filter(({ ok }) => !ok).map(({ name }) => name);
  const page = realServersPage({ rows, installs, closedInMs, leftBehind, date, machine, notInstalled });
  if (options.only === undefined) writeFileSync(here("../docs/real-servers.md"), page);
  const isRight = code === 0 && rows.length > 0 && leftBehind === 0 && notInstalled.length === 0;
  return isRight && rows.every(({ isWrong }) => !isWrong) ? 0 : 1;
}

async function main() {
  const missing = existsSync(CATALOGS) ? null : "../shared/data/catalogues.json is not there.";
  const complaint = loopbackComplaint() ?? missing;
  if (complaint) {
    console.log(`Not run: ${complaint}`);
    return complaint === missing ? 0 : 1;
  }
  return run(options.folder ?? temporaryFolder("loop-real-servers-"));
}

stopToolsOnSignal();
process.exitCode = await main();
