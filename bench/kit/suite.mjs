// What every suite's process does around its measurements: options in, one JSON file with the results out.
import { writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { parseArgs } from "node:util";

const GIB = 1_024 ** 3;

/** `run({ quick, say })` resolves to the suite's results. */
export async function runSuite(name, run) {
  const { values } = parseArgs({ options: { quick: { type: "boolean" }, out: { type: "string" } } });
  const before = loadavg();
  const started = Date.now();
  const results = await run({ quick: values.quick === true, say: (line) => console.error(`${name}: ${line}`) });
  const report = {
    suite: name,
    quick: values.quick === true,
    date: new Date(started).toISOString(),
    seconds: Math.round((Date.now() - started) / 1_000),
    load: { before: before[0], after: loadavg()[0] },
    machine: { cores: cpus().length, memoryGiB: Math.round(totalmem() / GIB), platform: process.platform },
    node: process.versions.node,
    ...results,
  };
  writeFileSync(values.out ?? `${name}.json`, `${JSON.stringify(report, null, 1)}\n`);
}
