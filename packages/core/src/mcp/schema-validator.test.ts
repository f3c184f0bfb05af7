import type { JsonSchema } from "@loop/contract";
import { hostileSchemaTools, measureLag } from "@loop/testkit";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../kit/clock.js";
import { checkPlain, isPlainSchema } from "./plain-schema.js";
import { SchemaValidator } from "./schema-validator.js";

const signal = new AbortController().signal;
let validator: SchemaValidator;
beforeAll(async () => {
  validator = new SchemaValidator({ clock: systemClock, deadlineMs: 250, compileMs: 500 });
  // The worker starts and compiles once before anything is measured.
  await validator.check({ type: "object", patternProperties: { a: {} } }, {}, signal);
});
afterAll(() => validator.close());

const object = (properties: Record<string, JsonSchema>, more: object = {}): JsonSchema => ({
  type: "object",
  properties,
  ...more,
});

describe("schemas of every kind", () => {
  const rows: readonly (readonly [string, JsonSchema, unknown, string | null])[] = [
    ["no properties", { type: "object" }, { anything: 1 }, null],
    ["no type at all", {}, { anything: 1 }, null],
    ["true", true, { a: 1 }, null],
    ["false", false, { a: 1 }, ""],
    ["a missing property", object({ a: { type: "string" } }, { required: ["a"] }), {}, ""],
    [
      "a wrong type deep inside",
      object({ a: { type: "array", items: object({ b: { type: "integer" } }) } }),
      { a: [{ b: 1 }, { b: 1.5 }] },
      "/a/1/b",
    ],
    ["a key with a slash", object({ "a/b~c": { type: "string" } }), { "a/b~c": 1 }, "/a~1b~0c"],
    ["an extra property", object({}, { additionalProperties: false }), { x: 1 }, "/x"],
    [
      "definitions",
      { $defs: { n: { type: "number" } }, ...Object(object({ a: { $ref: "#/$defs/n" } })) },
      { a: "x" },
      "/a",
    ],
    [
      "draft-07 definitions",
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        definitions: { n: { type: "number" } },
        properties: { a: { $ref: "#/definitions/n" } },
      },
      { a: "x" },
      "/a",
    ],
    [
      "draft-07 tuples",
      { $schema: "http://json-schema.org/draft-07/schema#", properties: { a: { items: [{ type: "number" }] } } },
      { a: ["x"] },
      "/a/0",
    ],
    [
      "2020-12 tuples",
      {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: { a: { prefixItems: [{ type: "number" }] } },
      },
      { a: ["x"] },
      "/a/0",
    ],
    [
      "a recursive tree",
      { $defs: { t: object({ next: { $ref: "#/$defs/t" } }, { additionalProperties: false }) }, $ref: "#/$defs/t" },
      { next: { next: { x: 1 } } },
      "/next/next",
    ],
    ["a format", object({ a: { type: "string", format: "email" } }), { a: "nobody" }, "/a"],
    ["an unknown format", object({ a: { type: "string", format: "int32" } }), { a: "x" }, null],
    ["a pattern of the older rules", object({ a: { type: "string", pattern: "^[\\w\\-]+$" } }), { a: "a-b" }, null],
    [
      "an own name",
      { $id: "https://example.com/same", ...Object(object({ a: { type: "string", pattern: "^a" } })) },
      { a: "b" },
      "/a",
    ],
    [
      "the same own name again",
      { $id: "https://example.com/same", ...Object(object({ a: { type: "string", pattern: "^b" } })) },
      { a: "b" },
      null,
    ],
  ];

  test.each(rows)("%s [CAT-03]", async (_, schema, value, path) => {
    const result = await validator.check(schema, value, signal);
    if (path === null) expect(result).toEqual({ ok: true });
    else expect(result).toMatchObject({ ok: false, code: "arguments-invalid", path });
  });

  test("arguments nested too deeply are refused before anything looks at them", async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(3_000)}1${"}".repeat(3_000)}`);
    expect(await validator.check({ type: "object", pattern: "x" }, deep, signal)).toMatchObject({ ok: false });
  });
});

describe("hostile schemas", () => {
  test("none holds up the process, fetches anything or outlives its time [CAT-03]", async () => {
    const results = new Map<string, unknown>();
    const { p99Ms } = await measureLag(async () => {
      for (const tool of hostileSchemaTools()) {
        const value = { value: `${"a".repeat(32)}!` };
        const schema = JSON.parse(JSON.stringify(tool.inputSchema));
        const began = performance.now();
        results.set(String(tool.name), await validator.check(schema, value, signal));
        expect(performance.now() - began, String(tool.name)).toBeLessThan(6_000);
      }
    });
    for (const name of [
      "exponential-pattern",
      "invalid-pattern",
      "remote-reference",
      "file-reference",
      "missing-reference",
    ]) {
      expect(results.get(name), name).toMatchObject({ ok: false, code: "arguments-unchecked" });
    }
    expect(results.get("draft-seven")).toEqual({ ok: true });
    expect(results.get("unknown-dialect")).toEqual({ ok: true });
    expect(results.get("forbidden-all")).toMatchObject({ ok: false, code: "arguments-invalid" });
    expect(p99Ms).toBeLessThan(100);
  }, 60_000);

  test("the next check works after a worker was ended", async () => {
    const slow = object({ word: { type: "string", pattern: "^(a+)+$" } });
    expect(await validator.check(slow, { word: `${"a".repeat(40)}!` }, signal)).toMatchObject({
      code: "arguments-unchecked",
    });
    expect(await validator.check(slow, { word: "aaa" }, signal)).toEqual({ ok: true });
  });

  test("a caller that gives up does not wait", async () => {
    await expect(validator.check(object({ a: { pattern: "x" } }), {}, AbortSignal.abort())).rejects.toBeDefined();
  });
});

const anyValue = fc.jsonValue({ maxDepth: 3 });
const anySchema = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.boolean(),
    fc.record({ type: fc.constantFrom("string", "number", "integer", "boolean", "null", "object", "array") }),
    fc.record({
      enum: fc.array(fc.oneof(fc.string({ maxLength: 2 }), fc.integer(), fc.constant(null)), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    fc.record({ const: fc.oneof(fc.string({ maxLength: 2 }), fc.integer()) }),
    fc.record(
      { minLength: fc.nat(4), maxLength: fc.nat(6), minimum: fc.integer(), minItems: fc.nat(2) },
      { requiredKeys: [] },
    ),
    fc.record({ type: fc.constant("array"), items: tie("schema") }),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record(
      {
        type: fc.constant("object"),
        properties: fc.dictionary(fc.constantFrom("a", "b", "toString"), tie("schema"), { maxKeys: 3 }),
        required: fc.uniqueArray(fc.constantFrom("a", "b"), { maxLength: 2 }),
        additionalProperties: tie("schema"),
      },
      { requiredKeys: ["type"] },
    ),
  ),
})).schema;

describe("the short way", () => {
  test("says of plain schemas what the full validator says", () => {
    const ajv = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false });
    fc.assert(
      fc.property(anySchema, anyValue, (schema, value) => {
        const plain: JsonSchema = JSON.parse(JSON.stringify(schema));
        fc.pre(isPlainSchema(plain));
        expect(checkPlain(plain, value) === null).toBe(ajv.compile(plain)(value));
      }),
      { numRuns: 600 },
    );
  }, 60_000);

  test.each([
    { pattern: "a" },
    { $ref: "#" },
    { format: "email" },
    { patternProperties: {} },
    { not: {} },
    { type: "nothing" },
    { type: ["string", 7] },
    { properties: [] },
    { exclusiveMinimum: true },
    { anyOf: Array.from({ length: 600 }, () => ({})) },
  ])("is not taken for %j", (schema) => {
    expect(isPlainSchema(JSON.parse(JSON.stringify(schema)))).toBe(false);
  });
});

test("a large honest schema gets more time to compile, and its checks work from then on [CAT-03]", async () => {
  const impatient = new SchemaValidator({ clock: systemClock, deadlineMs: 200, compileMs: 15_000 });
  const property = (n: number) => ({ type: "string", pattern: `^a{1,${n + 2}}$`, format: "uri-reference" });
  const level = (depth: number): object => ({
    type: "object",
    properties: Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`p${n}`, n === 0 && depth > 0 ? level(depth - 1) : property(n)]),
    ),
  });
  const schema = { ...level(12), required: ["p1"] };
  const signal = new AbortController().signal;
  try {
    expect(await impatient.check(schema, { p1: "a" }, signal)).toEqual({ ok: true });
    expect(await impatient.check(schema, {}, signal)).toMatchObject({ ok: false, code: "arguments-invalid" });
  } finally {
    await impatient.close();
  }
});

test("a schema that hangs in its check holds up only its like, not another server's [CAT-03]", async () => {
  const signal = new AbortController().signal;
  const hostile = { type: "string", pattern: "^(a+)+$" };
  const honest = { type: "string", format: "date" };
  const hanging = validator.check(hostile, `${"a".repeat(40)}!`, signal);
  expect(await hanging).toMatchObject({ ok: false, code: "arguments-unchecked" });
  const again = validator.check(hostile, `${"a".repeat(40)}!`, signal);
  expect(await validator.check(honest, "2026-01-02", signal)).toEqual({ ok: true });
  expect(await again).toMatchObject({ ok: false, code: "arguments-unchecked" });
});
