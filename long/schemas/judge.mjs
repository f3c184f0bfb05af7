// One tool at a time: what does not hold between its schemas and Loop's own check of them.
import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";
import { systemClock } from "../../packages/core/dist/kit/clock.js";
import { readTools } from "../../packages/core/dist/mcp/catalog.js";
import { isPlainSchema } from "../../packages/core/dist/mcp/plain-schema.js";
import { SchemaValidator } from "../../packages/core/dist/mcp/schema-validator.js";
import { misfitsOf } from "./misfit.mjs";
import { sampleOf } from "./sample.mjs";

const PATIENT_MS = 30_000;
const BRANCHES = 8;
/** Of the kind that the worker checks. */
const WARM_UP = { type: "object", propertyNames: { minLength: 1 } };
const never = new AbortController().signal;

const validator = (deadlineMs) => new SchemaValidator({ clock: systemClock, deadlineMs });

/** `judge(tool)` resolves to `[[which schema, what, reason], …]`, empty when all holds; `counts` grows with each tool. */
export class Judge {
  counts = { tools: 0, input: 0, output: 0, plain: 0, free: 0, rules: {}, times: [] };
  #quick;
  #patient = validator(PATIENT_MS);

  constructor(deadlineMs) {
    this.#quick = validator(deadlineMs);
  }

  async judge(tool) {
    this.counts.tools += 1;
    const findings = leftOut(tool);
    for (const which of ["input", "output"]) {
      const schema = tool[`${which}Schema`];
      if (schema === undefined) continue;
      this.counts[which] += 1;
      const problems = await this.#judge(schema).catch((error) => [["cannot be sampled", error.message]]);
      findings.push(...problems.map((problem) => [which, ...problem]));
    }
    return findings;
  }

  async close() {
    await Promise.all([this.#quick.close(), this.#patient.close()]);
  }

  async #judge(schema) {
    const isPlain = isPlainSchema(schema);
    if (isPlain) this.counts.plain += 1;
    const minimal = await this.#fitting(schema, false);
    this.counts.times.push(minimal.ms);
    if (minimal.code === "arguments-unchecked") return [["unchecked", await this.#whyUnchecked(schema, minimal.value)]];
    const full = await this.#fitting(schema, true);
    const problems = [
      ...(minimal.ok ? [] : [["refuses the smallest sample", minimal.reason]]),
      ...(full.ok ? [] : [["refuses the full sample", full.reason]]),
    ];
    const misfits = misfitsOf(schema, minimal.value);
    if (misfits.length === 0) this.counts.free += 1;
    for (const misfit of misfits) problems.push(...(await this.#refusal(schema, misfit)));
    if (isPlain) problems.push(...(await this.#agreement(schema, [minimal, full], misfits)));
    return problems;
  }

  /** The first sample that fits, over the forms a schema offers; a failure says what the last one was told. */
  async #fitting(schema, full) {
    let slowest = 0;
    let last = null;
    for (let branch = 0; branch < BRANCHES && !last?.ok; branch += 1) {
      const value = sampleOf(schema, { full, branch });
      const started = performance.now();
      const verdict = await this.#quick.check(schema, value, never);
      slowest = Math.max(slowest, performance.now() - started);
      const reason = verdict.ok ? null : `${verdict.path || "/"} ${verdict.message}`;
      last = { value, ok: verdict.ok, code: verdict.code ?? null, reason, ms: slowest };
    }
    return last;
  }

  async #refusal(schema, { rule, value }) {
    const { rules } = this.counts;
    rules[rule] = (rules[rule] ?? 0) + 1;
    const { code, ok } = await this.#quick.check(schema, value, never);
    return ok || code !== "arguments-invalid" ? [[`does not refuse what "${rule}" forbids`, code ?? "fits"]] : [];
  }

  /** Small schemas have a checker of their own; the same schema with a word that it does not know goes to the worker. */
  async #agreement(schema, samples, misfits) {
    const values = [...samples, ...misfits].map(({ value }) => value);
    const forWorker = typeof schema === "object" ? { ...schema, propertyNames: true } : schema;
    const problems = [];
    for (const value of values) {
      const [here, there] = [
        await this.#quick.check(schema, value, never),
        await this.#patient.check(forWorker, value, never),
      ];
      if (here.ok !== there.ok)
        problems.push(["two checkers disagree", `on the spot ${here.ok}, in the worker ${there.ok}`]);
    }
    return problems;
  }

  /** Says whose fault it is. The worker is warm when it is asked, so that only the schema itself is timed. */
  async #whyUnchecked(schema, value) {
    await this.#patient.check(WARM_UP, {}, never);
    const started = performance.now();
    const verdict = await this.#patient.check(schema, value, never);
    const ms = Math.round(performance.now() - started);
    if (verdict.code === "arguments-unchecked") return `the schema: ${compileError(schema)}`;
    return `Loop: the schema is sound, but its first check takes ${ms} ms`;
  }
}

/** Definitions that a catalog would not take, as it is read over stdio and where arguments travel in headers. */
function leftOut(tool) {
  const reasons = [false, true].flatMap((sendsHeaders) => {
    const { dropped } = readTools([tool], { sendsHeaders });
    return dropped.length > 0 ? [sendsHeaders ? "headers" : "definition"] : [];
  });
  return reasons.map((reason) => ["input", "left out of the catalog", reason]);
}

/** Only a failure asks: the compiler's own words never leave the validator. */
function compileError(schema) {
  const { Ajv2020 } = createRequire(new URL("../../packages/core/package.json", import.meta.url))("ajv/dist/2020.js");
  const { $schema: _, $id: __, ...nameless } = schema;
  try {
    new Ajv2020({ strict: false, validateSchema: false, logger: false }).compile(nameless);
    return "compiles elsewhere";
  } catch (error) {
    return error.message;
  }
}
