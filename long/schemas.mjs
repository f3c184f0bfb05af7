// Every input and output schema of the stored catalogs goes the way a server's schema goes: read with its catalog, then
// checked by the validator that McpManager uses, with its deadline. What does not hold is listed one by one.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { systemClock } from "../packages/core/dist/kit/clock.js";
import { readTools } from "../packages/core/dist/mcp/catalog.js";
import { defaultLimits } from "../packages/core/dist/mcp/limits.js";
import { isPlainSchema } from "../packages/core/dist/mcp/plain-schema.js";
import { SchemaValidator } from "../packages/core/dist/mcp/schema-validator.js";
import { misfitsOf } from "./schemas/misfit.mjs";
import { sampleOf } from "./schemas/sample.mjs";
import { plainTable } from "./table.mjs";

const CATALOGS = fileURLToPath(new URL("../../shared/data/catalogues.json", import.meta.url));
const PATIENT_MS = 30_000;
const BRANCHES = 8;
/** Of the kind that the worker checks. */
const WARM_UP = { type: "object", propertyNames: { minLength: 1 } };
const never = new AbortController().signal;

const validator = (deadlineMs) => new SchemaValidator({ clock: systemClock, deadlineMs });

async function timed(check) {
  const started = performance.now();
  const verdict = await check();
  return { verdict, ms: performance.now() - started };
}

/** The first sample that fits, over the forms a schema offers; a failure says what the last one was told. */
async function fitting(schema, full, quick) {
  let last = null;
  for (let branch = 0; branch < BRANCHES; branch += 1) {
    const value = sampleOf(schema, { full, branch });
    const { verdict, ms } = await timed(() => quick.check(schema, value, never));
    last = { value, verdict, ms: Math.max(ms, last?.ms ?? 0) };
    if (verdict.ok) return last;
  }
  return last;
}

/** Says whose fault it is. The worker is warm when it is asked, so that only the schema itself is timed. */
async function whyUnchecked(schema, value) {
  const patient = validator(PATIENT_MS);
  await patient.check(WARM_UP, {}, never);
  const { verdict, ms } = await timed(() => patient.check(schema, value, never));
  await patient.close();
  if (verdict.code === "arguments-unchecked") return `the schema: ${compileError(schema)}`;
  return `Loop: the schema is sound, but its first check takes ${Math.round(ms)} ms`;
}

/** Only a failure asks: the compiler's own words never leave the validator. */
function compileError(schema) {
  const { Ajv2020 } = createRequire(new URL("../packages/core/package.json", import.meta.url))("ajv/dist/2020.js");
  const { $schema: _, $id: __, ...nameless } = schema;
  try {
    new Ajv2020({ strict: false, validateSchema: false, logger: false }).compile(nameless);
    return "compiles elsewhere";
  } catch (error) {
    return error.message;
  }
}

async function judge({ schema, quick, counts }) {
  const problems = [];
  const minimal = await fitting(schema, false, quick);
  counts.times.push(minimal.ms);
  if (minimal.verdict.code === "arguments-unchecked") return [["unchecked", await whyUnchecked(schema, minimal.value)]];
  if (!minimal.verdict.ok) problems.push(["refuses the smallest sample", describe(minimal.verdict)]);
  const full = await fitting(schema, true, quick);
  if (!full.verdict.ok) problems.push(["refuses the full sample", describe(full.verdict)]);
  const misfits = misfitsOf(schema, minimal.value);
  if (misfits.length === 0) counts.free += 1;
  for (const { rule, value } of misfits) {
    counts.rules[rule] = (counts.rules[rule] ?? 0) + 1;
    const { code, ok } = await quick.check(schema, value, never);
    if (ok || code !== "arguments-invalid") problems.push([`accepts what "${rule}" forbids`, code ?? "fits"]);
  }
  return problems;
}

const describe = ({ path, message }) => `${path || "/"} ${message}`;

/** How a tool and its schemas fare; what could not even be sampled is a finding as well. */
async function judgeTool(tool, quick, counts) {
  const findings = [];
  for (const sendsHeaders of [false, true]) {
    const { dropped } = readTools([tool], { sendsHeaders });
    if (dropped.length > 0)
      findings.push(["input", "left out of the catalog", sendsHeaders ? "headers" : "definition"]);
  }
  for (const [which, schema] of [
    ["input", tool.inputSchema],
    ["output", tool.outputSchema],
  ]) {
    if (schema === undefined) continue;
    counts[which] += 1;
    counts.plain += isPlainSchema(schema) ? 1 : 0;
    const problems = await judge({ schema, quick, counts }).catch((error) => [["cannot be sampled", error.message]]);
    findings.push(...problems.map((problem) => [which, ...problem]));
  }
  return findings;
}

function quantile(sorted, share) {
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
}

function report(counts, rows) {
  const sorted = counts.times.toSorted((left, right) => left - right);
  const rules = Object.entries(counts.rules).map(([rule, count]) => `${rule} ${count}`);
  console.log(
    `${counts.tools} tools of ${counts.servers} servers: ${counts.input} input and ${counts.output} output schemas.`,
  );
  console.log(`${counts.plain} are checked on the spot, the others in the worker.`);
  console.log(
    `First check, compilation included: half within ${quantile(sorted, 0.5)} ms, 99 of 100 within ` +
      `${quantile(sorted, 0.99)} ms, the slowest ${quantile(sorted, 1)} ms; the deadline is ${defaultLimits.validateMs} ms.`,
  );
  console.log(
    `Misfits refused, by the word they break: ${rules.join(", ")}. Schemas that forbid none of these: ${counts.free}.`,
  );
  if (rows.length === 0) return console.log("Every schema accepts its samples and refuses what it forbids.");
  console.log(plainTable(["server", "tool", "schema", "what", "reason"], rows));
}

async function main() {
  if (!existsSync(CATALOGS)) {
    console.log("Not run: ../shared/data/catalogues.json is not there.");
    return 0;
  }
  const catalogs = Object.values(JSON.parse(readFileSync(CATALOGS, "utf8")));
  const counts = { servers: catalogs.length, tools: 0, input: 0, output: 0, plain: 0, free: 0, rules: {}, times: [] };
  const quick = validator(defaultLimits.validateMs);
  const rows = [];
  for (const { package: server, tools } of catalogs) {
    for (const tool of tools) {
      counts.tools += 1;
      const findings = await judgeTool(tool, quick, counts);
      rows.push(...findings.map((finding) => [server, tool.name, ...finding]));
    }
  }
  await quick.close();
  report(counts, rows);
  return rows.length === 0 ? 0 : 1;
}

process.exitCode = await main();
