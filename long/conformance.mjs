// The official suite's client scenarios, one after the other, each against a fresh McpManager. The suite needs a newer
// Node than Loop does, so it gets one of its own from npm; the client under test runs on this one.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { stopToolsOnSignal } from "../scripts/run-tool.mjs";
import { readReasons } from "./conformance/baseline.mjs";
import { conformancePage } from "./conformance/page.mjs";
import { listScenarios, REVISIONS, runScenario } from "./conformance/scenarios.mjs";
import { installInto } from "./install.mjs";
import { loopbackComplaint } from "./loopback-only.mjs";
import { temporaryFolder } from "./temporary-folder.mjs";

const SUITE = "0.2.0-alpha.12";
const NODE = "22.23.5";
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const BASELINE = here("conformance-expected-failures.yml");
const CLIENT = [process.execPath, here("conformance-client.mjs")];

/** `--only TEXT` runs the scenarios whose name holds it and leaves the page alone; `--folder PATH` keeps the suite. */
const { values: options } = parseArgs({ options: { only: { type: "string" }, folder: { type: "string" } } });

async function installSuite(folder) {
  const platform = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const specs = [`@modelcontextprotocol/conformance@${SUITE}`, `${platform}@${NODE}`];
  const { ok, seconds } = await installInto(folder, specs);
  if (!ok) throw new Error("The suite could not be installed from npm.");
  console.log(`The suite is installed (${seconds} s).`);
  const modules = join(folder, "node_modules");
  return [join(modules, platform, "bin/node"), join(modules, "@modelcontextprotocol/conformance/dist/index.js")];
}

function planned(scenarios) {
  return scenarios.flatMap(({ name, revisions }) =>
    REVISIONS.filter((revision) => revisions.includes(revision)).map((revision) => ({ name, revision })),
  );
}

function say({ name, revision, outcome, asExpected, passed, total, output }) {
  const mark = asExpected ? (outcome === "fails" ? "expected" : "ok      ") : "WRONG   ";
  console.log(`${mark}  ${name} ${revision}: ${outcome}, ${passed} of ${total} checks`);
  if (!asExpected) console.log(output.trimEnd().split("\n").slice(-25).join("\n"));
}

async function runAll(folder) {
  const runner = await installSuite(folder);
  const scenarios = await listScenarios(runner, folder);
  const wanted = planned(scenarios).filter(({ name }) => name.includes(options.only ?? ""));
  const runs = [];
  for (const { name, revision } of wanted) {
    const verdict = await runScenario({ runner, client: CLIENT, baseline: BASELINE, folder, name, revision });
    runs.push({ name, revision, ...verdict });
    say(runs.at(-1));
  }
  const names = new Set(planned(scenarios).map(({ name }) => name));
  return { runs, skipped: scenarios.map(({ name }) => name).filter((name) => !names.has(name)) };
}

async function main() {
  const complaint = loopbackComplaint();
  if (complaint) {
    console.error(`Not run: ${complaint}`);
    return 1;
  }
  const folder = options.folder ?? temporaryFolder("loop-conformance-");
  const { runs, skipped } = await runAll(folder);
  const versions = `@modelcontextprotocol/conformance ${SUITE} on Node ${NODE}, the client on Node ${process.versions.node}`;
  const date = new Date().toISOString().slice(0, 10);
  const page = conformancePage({ runs, reasons: readReasons(BASELINE), skipped, versions, date });
  if (options.only === undefined) writeFileSync(here("../docs/conformance.md"), page);
  return runs.length > 0 && runs.every(({ asExpected }) => asExpected) ? 0 : 1;
}

stopToolsOnSignal();
process.exitCode = await main();
