import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { readReasons } from "../long/conformance/baseline.mjs";
import { readVerdict } from "../long/conformance/scenarios.mjs";
import { judge } from "../long/real-servers/page.mjs";
import { Judge } from "../long/schemas/judge.mjs";
import { misfitsOf } from "../long/schemas/misfit.mjs";
import { sampleOf } from "../long/schemas/sample.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const CATALOGS = here("../../shared/data/catalogues.json");
/** The short form looks at one tool in so many, with time enough for a busy machine. */
const ONE_IN = 50;
const PATIENT_MS = 20_000;
const SHORT_FORM_MS = 60_000;

test("npm run long without a name lists the suites", () => {
  const run = spawnSync(process.execPath, [here("long.mjs")], { encoding: "utf8" });
  expect(run.status).toBe(1);
  expect(run.stderr).toMatch(/schemas .*\n.*real-servers .*\n.*conformance /);
});

describe("samples", () => {
  const schema = {
    type: "object",
    properties: {
      when: { type: "string", format: "date-time" },
      count: { type: "integer", minimum: 3 },
      kind: { $ref: "#/$defs/kind" },
      code: { type: "string", pattern: "^[A-Z]{3}-\\d{4}$" },
      list: { type: "array", minItems: 2, items: { anyOf: [{ type: "null" }, { type: "boolean" }] } },
    },
    required: ["count", "kind"],
    additionalProperties: false,
    $defs: { kind: { enum: ["small", "large"] } },
  };
  const judged = new Judge(PATIENT_MS);
  afterAll(() => judged.close());

  test("the smallest one holds what is required and nothing else", () => {
    expect(sampleOf(schema)).toEqual({ count: 3, kind: "small" });
  });

  test("a full one holds every property, patterns met", () => {
    const { code, ...rest } = sampleOf(schema, { full: true });
    expect(code).toMatch(/^[A-Z]{3}-\d{4}$/);
    expect(rest).toEqual({ when: "2026-03-01T10:00:00Z", count: 3, kind: "small", list: [null, true] });
  });

  test("misfits break one rule each", () => {
    const rules = misfitsOf(schema, sampleOf(schema)).map(({ rule }) => rule);
    expect(rules).toEqual(["required", "type", "additionalProperties", "enum"]);
  });

  test("a tool whose schema holds has no findings, one that fits nothing has", async () => {
    expect(await judged.judge({ name: "good", inputSchema: schema })).toEqual([]);
    const bad = { name: "bad", inputSchema: { type: "object", required: ["a"], properties: { a: false } } };
    expect(await judged.judge(bad)).not.toEqual([]);
  });

  const stored = existsSync(CATALOGS) ? Object.values(JSON.parse(readFileSync(CATALOGS, "utf8"))) : [];
  test.skipIf(stored.length === 0)(
    "schemas of stored catalogs accept what fits and refuse what does not [CAT-03]",
    { timeout: SHORT_FORM_MS },
    async () => {
      const tools = stored.flatMap((server) => server.tools).filter((_, index) => index % ONE_IN === 0);
      for (const tool of tools) expect([tool.name, await judged.judge(tool)]).toEqual([tool.name, []]);
    },
  );
});

describe("conformance", () => {
  test("a verdict is read from what the runner prints", () => {
    const failed = "Passed: 2/5, 3 failed, 1 warnings\n\nOVERALL: FAILED";
    expect(readVerdict(failed)).toEqual({ outcome: "fails", passed: 2, total: 5, warnings: 1 });
    expect(readVerdict("SKIPPED").outcome).toBe("did not run");
  });

  test("every expected failure has a reason", () => {
    const reasons = readReasons(here("../long/conformance-expected-failures.yml"));
    expect(reasons.size).toBeGreaterThan(3);
    expect([...reasons].filter(([, reason]) => reason === "")).toEqual([]);
  });
});

describe("real servers", () => {
  const server = { package: "a", version: "1.0.0", expect: { http: { code: "timeout", why: "It sleeps." } } };
  const outcome = { package: "a", code: null, ms: 1, retried: false, dropped: [] };
  const rowsFor = (outcomes) => judge([server], outcomes, new Map([["a", 3]])).map(({ verdict }) => verdict);

  test("an outcome is the same, explained, or wrong", () => {
    const ready = { ...outcome, transport: "stdio", status: "ready", tools: 3 };
    const late = { ...outcome, transport: "http", status: "error", code: "timeout", tools: 0 };
    expect(rowsFor([ready, { ...ready, tools: 2 }, late])).toEqual(["same", "DIFFERS", "explained"]);
  });
});
