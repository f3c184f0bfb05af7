import fc from "fast-check";
import { expect, test } from "vitest";
import { type JsonLine, jsonBytes, jsonLines, shownLines } from "./json-lines.js";

const text = (lines: readonly JsonLine[]) =>
  lines.map((line) => "  ".repeat(line.depth) + line.parts.map((part) => part.text).join("")).join("\n");

test("a value is written as indented JSON, line by line", () => {
  const value = { owner: "harbour", draft: true, n: 1.5, none: null, list: ["a", { b: [] }], empty: {} };
  expect(text(jsonLines(value))).toBe(JSON.stringify(value, null, 2));
});

test("any JSON of visible characters reads as JSON writes it", () => {
  const visible = fc.string({ unit: "grapheme-ascii" });
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4, noUnicodeString: true }), visible, (value, key) => {
      const whole = { [key]: value };
      expect(text(jsonLines(whole))).toBe(JSON.stringify(whole, null, 2));
    }),
  );
});

test("escapes are parts of their own, and what JSON leaves invisible is marked", () => {
  const [, line] = jsonLines({ "a\u200B": 'x\n"\u202E' });
  expect(line?.parts).toEqual([
    { kind: "key", text: '"a' },
    { kind: "hidden", text: "U+200B" },
    { kind: "key", text: '"' },
    { kind: "mark", text: ": " },
    { kind: "string", text: '"x' },
    { kind: "escape", text: "\\n" },
    { kind: "escape", text: '\\"' },
    { kind: "hidden", text: "U+202E" },
    { kind: "string", text: '"' },
  ]);
});

test("only a long value is shown in part", () => {
  expect(shownLines(jsonLines({ a: 1 }))).toBe(3);
  expect(shownLines(jsonLines(Array.from({ length: 500 }, (_, n) => n)))).toBe(200);
  expect(shownLines(jsonLines({ a: "x".repeat(30_000), b: 1 }))).toBe(1);
});

test("the size is that of the bytes on the wire", () => {
  expect(jsonBytes({ a: "é" })).toBe(10);
  expect(jsonBytes(undefined)).toBe(0);
});
