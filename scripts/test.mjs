// npm test: prepares the clone, runs the unit suites, then those of e2e/, and says what could not run.
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeComplaint, PlainError, prepare, root } from "./prepare.mjs";
import { runTool, stopToolsOnSignal } from "./run-tool.mjs";
import { findParts, needsPart } from "./system-parts.mjs";
import { closingLine, countReport, readReport } from "./test-counts.mjs";

const SKIPPED_SHOWN = 20;
/** A developer's own keys and servers must not change what a test sees. */
const PRIVATE_VARIABLES =
  /^(LOOP_|OPENAI_|ANTHROPIC_|GOOGLE_|GEMINI_|OLLAMA_|MCP_|PORT$|HOST$|DATABASE_URL$|NATS_URL$|INIT_CWD$)/;

function testEnvironment(parts) {
  const kept = Object.entries(process.env).filter(([name]) => !PRIVATE_VARIABLES.test(name));
  const missing = parts.missing.map((part) => part.name).join(",");
  return { ...Object.fromEntries(kept), ...parts.environment, LOOP_TEST_MISSING: missing, NODE_ENV: "test" };
}

async function runSuites({ config, env, filters, reports }) {
  const file = join(reports, `${config}.json`);
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const options = [
    "--config",
    config,
    "--passWithNoTests",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ];
  const run = await runTool([process.execPath, vitest, "run", ...options, ...filters], { cwd: root, env, shown: true });
  return countReport(readReport(file), run.code);
}

const suiteFolders = () => [
  join(root, "e2e"),
  ...readdirSync(join(root, "packages")).map((name) => join(root, "packages", name, "src")),
];

const filesBelow = (folder) =>
  existsSync(folder) ? readdirSync(folder, { recursive: true }).map((file) => String(file)) : [];

/** Suites that name a part this machine lacks. */
function suitesWithout(missing) {
  const files = suiteFolders().flatMap(filesBelow);
  return missing
    .map((part) => ({ ...part, files: files.filter((file) => needsPart(file, part.name)) }))
    .filter((part) => part.files.length > 0);
}

function sayWhatDidNotRun(unrunnable, counts) {
  for (const { files, needs } of unrunnable) console.log(`Not run: ${files.join(", ")}. Needs ${needs}.`);
  const names = counts.flatMap((count) => count.skippedNames);
  for (const name of names.slice(0, SKIPPED_SHOWN)) console.log(`Skipped: ${name}`);
  if (names.length > SKIPPED_SHOWN) console.log(`… and ${names.length - SKIPPED_SHOWN} more skipped.`);
}

async function main(filters) {
  await prepare();
  const parts = findParts();
  const env = testEnvironment(parts);
  const reports = mkdtempSync(join(tmpdir(), "loop-test-"));
  const counts = [];
  for (const config of ["vitest.config.ts", "vitest.e2e.config.ts"])
    counts.push(await runSuites({ config, env, filters, reports }));
  rmSync(reports, { recursive: true, force: true });

  const unrunnable = filters.length > 0 ? [] : suitesWithout(parts.missing);
  sayWhatDidNotRun(unrunnable, counts);
  // Where every part can be installed, a suite that did not run is a failure.
  if (process.env.CI === "true") counts.push({ passed: 0, failed: unrunnable.length, skipped: 0 });
  console.log(closingLine(counts));
  return counts.some((count) => count.failed > 0) || counts.every((count) => count.passed === 0) ? 1 : 0;
}

const complaint = nodeComplaint();
if (complaint) {
  console.error(complaint);
  process.exit(1);
}
stopToolsOnSignal();
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof PlainError)) throw error;
  console.error(error.message);
  console.log("0 passed, 1 failed");
  process.exitCode = 1;
}
