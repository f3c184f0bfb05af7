// Every input and output schema of the stored catalogs goes the way a server's schema goes: read with its catalog, then
// checked by the validator that McpManager uses, with its deadline. What does not hold is listed one by one.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defaultLimits } from "../packages/core/dist/mcp/limits.js";
import { Judge } from "./schemas/judge.mjs";
import { plainTable } from "./table.mjs";

const CATALOGS = fileURLToPath(new URL("../../shared/data/catalogues.json", import.meta.url));

function quantile(sorted, share) {
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
}

function report({ tools, input, output, plain, free, rules, times }, rows) {
  const sorted = times.toSorted((left, right) => left - right);
  const broken = Object.entries(rules).map(([rule, count]) => `${rule} ${count}`);
  const { validateMs } = defaultLimits;
  console.log(`${tools} tools: ${input} input and ${output} output schemas.`);
  console.log(`${plain} schemas are checked on the spot, the others in the worker.`);
  console.log(`First check, compilation included: half within ${quantile(sorted, 0.5)} ms, 99 of 100 within`);
  console.log(`${quantile(sorted, 0.99)} ms, the slowest ${quantile(sorted, 1)} ms; the deadline is ${validateMs} ms.`);
  console.log(`Misfits tried, by the word they break: ${broken.join(", ")}. Schemas that forbid none: ${free}.`);
  if (rows.length === 0) return console.log("Every schema accepts its samples and refuses what it forbids.");
  console.log(plainTable(["server", "tool", "schema", "what", "reason"], rows));
}

async function main() {
  if (!existsSync(CATALOGS)) {
    console.log("Not run: ../shared/data/catalogues.json is not there.");
    return 0;
  }
  const judge = new Judge(defaultLimits.validateMs);
  const rows = [];
  for (const { package: server, tools } of Object.values(JSON.parse(readFileSync(CATALOGS, "utf8")))) {
    for (const tool of tools) {
      const findings = await judge.judge(tool);
      rows.push(...findings.map((finding) => [server, tool.name, ...finding]));
    }
  }
  await judge.close();
  report(judge.counts, rows);
  return rows.length === 0 ? 0 : 1;
}

process.exitCode = await main();
