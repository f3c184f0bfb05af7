import type { JsonSchema } from "@loop/contract";
import { expect, test } from "vitest";
import { typeText } from "./typegen.js";

const cases: readonly [string, JsonSchema, string][] = [
  ["booleans stand for anything and nothing", true, "unknown"],
  ["false is never", false, "never"],
  ["no properties", { type: "object" }, "{ [key: string]: unknown }"],
  ["closed and empty", { type: "object", additionalProperties: false }, "{}"],
  ["a nullable enum", { enum: ["a", 1, null] }, '"a" | 1 | null'],
  ["a list of types", { type: ["string", "null"] }, "string | null"],
  ["an array of unions", { type: "array", items: { type: ["string", "number"] } }, "(string | number)[]"],
  ["a tuple of 2020-12", { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] }, "[string, number]"],
  ["a tuple of draft-07", { type: "array", items: [{ type: "string" }] }, "[string]"],
  ["a map", { type: "object", additionalProperties: { type: "number" } }, "{\n  [key: string]: number;\n}"],
  ["a reference", { $defs: { A: { type: "string" } }, $ref: "#/$defs/A" }, "string"],
  ["a remote reference is never followed", { $ref: "http://example.com/a.json" }, "unknown"],
  ["a recursive schema ends", { $ref: "#" }, "unknown"],
  ["odd keys are quoted", { type: "object", properties: { "a-b": { type: "null" } } }, '{\n  "a-b"?: null;\n}'],
];

test.each(cases)("%s [CM-02]", (_, schema, expected) => {
  expect(typeText(schema)).toBe(expected);
});

test("a server's description cannot end the comment it stands in [PRM-05]", () => {
  const schema = { type: "object", properties: { a: { type: "string", description: "x\n}; evil() */ y" } } };
  expect(typeText(schema)).toBe("{\n  a?: string; // x }; evil() * / y\n}");
});

test("an exploding schema is cut, not followed to its end [CM-04]", () => {
  let schema: JsonSchema = { type: "string" };
  for (let level = 0; level < 30; level += 1) schema = { type: "object", properties: { a: schema, b: schema } };
  expect(typeText(schema).length).toBeLessThan(7_000);
});

test("definitions that refer to each other in every way end quickly, and so does a huge enum [CM-04]", () => {
  const names = Array.from({ length: 1_000 }, (_, n) => `d${n}`);
  const any = { anyOf: names.map((name) => ({ $ref: `#/$defs/${name}` })) };
  const fields = {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }])),
  };
  const started = performance.now();
  for (const definition of [any, fields]) {
    const $defs = Object.fromEntries(names.map((name) => [name, definition]));
    expect(typeText({ type: "object", properties: { a: definition, b: fields }, $defs }).length).toBeLessThan(7_000);
  }
  const values = Array.from({ length: 60_000 }, (_, n) => `v${n}`);
  expect(typeText({ enum: values }).length).toBeLessThan(7_000);
  expect(performance.now() - started).toBeLessThan(1_000);
});
