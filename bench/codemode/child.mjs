// One process for one question about one engine: `cold`, or `memory`. Prints one JSON line.
import { measure } from "../kit/measure.mjs";
import { engineNamed } from "./engines.mjs";

const [, , question, name, scripts] = process.argv;
const MIB = 1_024 * 1_024;
const SCRIPT = "return 1 + 1";

async function cold() {
  const loading = await measure(() => engineNamed(name).open());
  const first = await measure(() => loading.value.run(SCRIPT));
  await loading.value.close();
  return { loadMs: loading.wallMs, loadCpuMs: loading.cpuMs, firstMs: first.wallMs, firstCpuMs: first.cpuMs };
}

async function residentBytes() {
  for (let count = 0; count < 3; count += 1) globalThis.gc();
  await new Promise((resolve) => setTimeout(resolve, 300));
  return process.memoryUsage.rss();
}

/** Before any script, with one warm engine that is idle, and with scripts that all wait for a tool. */
async function memory() {
  const count = Number(scripts);
  const engine = await engineNamed(name).open();
  const bare = await residentBytes();
  await engine.run(SCRIPT);
  const idle = await residentBytes();
  let waiting = 0;
  const release = [];
  const whileWaiting = () => new Promise((resolve) => (waiting++, release.push(resolve)));
  const running = Array.from({ length: count }, () => engine.run("await CALL.wait({}); return 1", { whileWaiting }));
  while (waiting < count) await new Promise((resolve) => setTimeout(resolve, 10));
  const busy = await residentBytes();
  for (const resolve of release) resolve({});
  await Promise.all(running);
  await engine.close();
  return { idleMiB: (idle - bare) / MIB, perScriptMiB: (busy - bare) / MIB / count };
}

console.log(JSON.stringify(await (question === "cold" ? cold() : memory())));
process.exit(0);
