// Scripts in Loop's sandbox beside another that is built on the same engine.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { versionOf } from "../kit/loop-parts.mjs";
import { measure } from "../kit/measure.mjs";
import { inRounds, Samples } from "../kit/rounds.mjs";
import { figure, median, quantile, ratio } from "../kit/statistics.mjs";
import { runSuite } from "../kit/suite.mjs";
import { ENGINES } from "./engines.mjs";
import { JOB } from "./rows.mjs";
import { sessionCalls } from "./session-calls.mjs";

const FULL = { colds: 9, warms: 15, perBlock: 10, calls: 9, jobs: 5, memories: 5, scripts: 8 };
const QUICK = { colds: 1, warms: 1, perBlock: 2, calls: 1, jobs: 1, memories: 1, scripts: 2 };
const CALLS = 100;
const AT_ONCE = 25;
const CHILD_LIMIT_MS = 60_000;
const CHILD = fileURLToPath(new URL("child.mjs", import.meta.url));

const ONE_BY_ONE = `let sum = 0; for (let i = 0; i < ${CALLS}; i += 1) sum += (await CALL.echo({ i })).i; return String(sum)`;
const TOGETHER = `let sum = 0; for (let i = 0; i < ${CALLS / AT_ONCE}; i += 1) { const all = await Promise.all(
  Array.from({ length: ${AT_ONCE} }, (_, j) => CALL.echo({ i: i * ${AT_ONCE} + j }))); for (const each of all) sum += each.i; } return String(sum)`;

function ask(...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--expose-gc", CHILD, ...args.map(String)], {
      stdio: ["ignore", "pipe", "inherit"],
      timeout: CHILD_LIMIT_MS,
    });
    let text = "";
    child.stdout.on("data", (chunk) => (text += chunk));
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(JSON.parse(text)) : reject(new Error(`${args.join(" ")} ended with ${code}`)),
    );
  });
}

async function inChildren(question, rounds, ...more) {
  const samples = new Samples();
  await inRounds(ENGINES, rounds, async ({ name }) => samples.add(name, await ask(question, name, ...more)));
  return samples;
}

async function inProcess(opened, rounds, { source, expected, times = 1 }) {
  const samples = new Samples();
  await inRounds(ENGINES, rounds, async ({ name }) => {
    const { wallMs, cpuMs } = await measure(async () => {
      for (let count = 0; count < times; count += 1) {
        const value = await opened.get(name).run(source);
        if (value !== expected) throw new Error(`${name} came to ${value.slice(0, 80)}`);
      }
    });
    samples.add(name, { wallMs: wallMs / times, cpuMs: cpuMs / times });
  });
  return samples;
}

/** One row a figure: both engines' medians, and Loop's share of the other's. */
function row(what, unit, samples, key, best = false) {
  const of = (name) => (best ? quantile(samples.field(name, key), 0) : median(samples.field(name, key)));
  const [loop, other] = ENGINES.map(({ name }) => of(name));
  return { what, unit, loop: figure(loop), other: figure(other), ratio: ratio(loop, other) };
}

const rate = (samples) => ({ field: (name, key) => samples.field(name, key).map((ms) => (CALLS / ms) * 1_000) });

await runSuite("codemode", async ({ quick, say }) => {
  const { colds, warms, perBlock, calls, jobs, memories, scripts } = quick ? QUICK : FULL;
  say("cold");
  const cold = await inChildren("cold", colds);
  say("memory");
  const memory = await inChildren("memory", memories, scripts);
  const opened = new Map();
  for (const { name, open } of ENGINES) opened.set(name, await open());
  await inProcess(opened, quick ? 1 : 3, { source: "return String(1 + 1)", expected: "2" });
  say("warm");
  const warm = await inProcess(opened, warms, { source: "return String(1 + 1)", expected: "2", times: perBlock });
  say("nested calls");
  const oneByOne = await inProcess(opened, calls, { source: ONE_BY_ONE, expected: "4950" });
  const together = await inProcess(opened, calls, { source: TOGETHER, expected: "4950" });
  say("the 8 MB job");
  const job = await inProcess(opened, jobs, { source: JOB, expected: await opened.get("Loop").run(JOB) });
  for (const { close } of opened.values()) await close();
  say("calls through a session");
  const session = await sessionCalls({ rounds: calls, calls: CALLS });
  return {
    versions: ENGINES.map(({ name, package: from }) => ({ name, version: versionOf(from) })),
    counts: { colds, warms: warms * perBlock, calls, jobs, memories, scripts },
    rows: [
      row("loading the code", "ms", cold, "loadMs"),
      row("cold: first script of a process", "ms", cold, "firstMs"),
      row("cold, CPU", "ms", cold, "firstCpuMs"),
      row("warm script", "ms", warm, "wallMs"),
      row("warm script, best block", "ms", warm, "wallMs", true),
      row("warm script, CPU", "ms", warm, "cpuMs"),
      row("nested calls one by one", "a second", rate(oneByOne), "wallMs"),
      row("nested call one by one, CPU of 100", "ms", oneByOne, "cpuMs"),
      row(`nested calls, ${AT_ONCE} at once`, "a second", rate(together), "wallMs"),
      row("8 MB job", "ms", job, "wallMs"),
      row("8 MB job, CPU", "ms", job, "cpuMs"),
      row("memory, one idle engine", "MiB", memory, "idleMiB"),
      row(`memory a script, ${scripts} waiting for a tool`, "MiB", memory, "perScriptMiB"),
    ],
    session,
  };
});
process.exit(process.exitCode ?? 0);
