// Orders of leases, answers and events over real stores in memory: simulation.mjs [COUNT] [FIRST SEED].
import { parseArgs } from "node:util";
import { openStores } from "@loop/stores";
import { simulate } from "@loop/testkit";

const LEAST = 100_000;
const SLICE = 2_000;

const { positionals } = parseArgs({ allowPositionals: true });
const [count = LEAST, firstSeed = 1] = positionals.map(Number);

const open = async (clock) => {
  const stores = await openStores({ file: ":memory:", clock });
  return [stores, stores];
};

const total = { tried: 0, distinct: 0, steps: 0, sent: 0, interrupted: 0 };
const violations = [];
const startedAt = performance.now();
while (total.tried < count && violations.length === 0) {
  const options = { open, firstSeed: firstSeed + total.tried, count: Math.min(SLICE, count - total.tried) };
  const result = await simulate(options);
  for (const name of Object.keys(total)) total[name] += result[name];
  violations.push(...result.violations);
  console.error(`${total.tried} of ${count}`);
}
const seconds = Math.round((performance.now() - startedAt) / 1_000);
console.log(JSON.stringify({ ...total, seconds, firstSeed }));
for (const violation of violations) console.error(violation);
process.exitCode = violations.length === 0 ? 0 : 1;
