// Runs the suites named on the command line, each in a process of its own, one after the other; shows their tables and
// writes docs/benchmarks.md from the newest full run of every suite. `--quick`: tiny counts, nothing is kept.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { plainTable } from "../long/table.mjs";
import { benchmarksPage } from "./page/page.mjs";
import { suiteTables } from "./page/tables.mjs";

const SUITES = ["mcp", "codemode", "tokens", "search"];
const SUITE_LIMIT_MS = 25 * 60_000;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const KEPT = here("../.loop-build/bench");
const PAGE = here("../docs/benchmarks.md");

/** A suite's own lines are shown as they come; what the contenders print is kept for when it fails. */
function runSuite(name, out, quick) {
  const args = [here(`${name}/suite.mjs`), "--out", out, ...(quick ? ["--quick"] : [])];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], timeout: SUITE_LIMIT_MS });
  const noise = [];
  const keep = (chunk) => {
    for (const line of String(chunk).split("\n")) {
      if (line.startsWith(`${name}: `)) console.error(line);
      else if (line.trim() !== "") noise.push(line);
    }
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  return new Promise((resolve) => {
    child.on("close", (code) => {
      if (code !== 0) console.error(noise.slice(-40).join("\n"));
      resolve(code === 0);
    });
  });
}

function show(report) {
  for (const { title, head, rows } of suiteTables(report)) console.log(`\n${title}\n${plainTable(head, rows)}`);
}

async function main() {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { quick: { type: "boolean" } } });
  const unknown = positionals.filter((name) => !SUITES.includes(name));
  if (unknown.length > 0) throw new Error(`There is no suite "${unknown[0]}". There are: ${SUITES.join(", ")}.`);
  mkdirSync(KEPT, { recursive: true });
  let isGood = true;
  for (const name of positionals.length > 0 ? positionals : SUITES) {
    const out = join(KEPT, values.quick ? `${name}.quick.json` : `${name}.json`);
    const ran = await runSuite(name, out, values.quick === true);
    if (ran) show(JSON.parse(readFileSync(out, "utf8")));
    isGood &&= ran;
  }
  if (values.quick) return isGood ? 0 : 1;
  const files = SUITES.map((name) => join(KEPT, `${name}.json`)).filter((file) => existsSync(file));
  writeFileSync(PAGE, benchmarksPage(files.map((file) => JSON.parse(readFileSync(file, "utf8")))));
  return isGood ? 0 : 1;
}

process.exitCode = await main();
