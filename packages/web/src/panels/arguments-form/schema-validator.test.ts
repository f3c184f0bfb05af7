import { expect, test } from "vitest";
import { createSchemaValidator, problemsOf, withoutPatterns } from "./schema-validator.js";

const schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object" as const,
  properties: {
    title: { type: "string" as const, minLength: 2 },
    milestone: { type: "number" as const },
    labels: { type: "array" as const, items: { type: "string" as const } },
    owner: { $ref: "#/$defs/owner" },
  },
  required: ["title"],
  $defs: { owner: { type: "object" as const, properties: { name: { type: "string" as const } }, required: ["name"] } },
};

test("each problem stands at its own field, in our words [CAT-03]", () => {
  const found = problemsOf(schema, { milestone: "next", labels: ["a", 3], owner: {} });
  expect(found.map(({ property, message }) => [property, message])).toEqual([
    [".title", "Needed."],
    [".milestone", "Must be a number. Leave it empty to send none."],
    [".labels.1", "Must be text. Leave it empty to send none."],
    [".owner.name", "Needed."],
  ]);
  expect(problemsOf(schema, { title: "ok" })).toEqual([]);
});

test("a form shows the problems where its fields are", () => {
  const { errorSchema } = createSchemaValidator().validateFormData({}, schema);
  expect(errorSchema.title?.__errors).toEqual(["Needed."]);
});

test("regular expressions of a stranger never run here, while a property may be called pattern", () => {
  expect(
    withoutPatterns({
      type: "object",
      properties: { pattern: { type: "string", pattern: "(a+)+$" } },
      patternProperties: { "(a+)+$": true },
      enum: [{ pattern: "kept" }],
    }),
  ).toEqual({ type: "object", properties: { pattern: { type: "string" } }, enum: [{ pattern: "kept" }] });
  expect(problemsOf({ type: "object", properties: { a: { pattern: "(a+)+$" } } }, { a: `${"a".repeat(40)}!` })).toEqual(
    [],
  );
});

test("a schema that cannot be read here is left to Loop", () => {
  expect(problemsOf({ $ref: "#/nowhere" }, { a: 1 })).toEqual([]);
});
