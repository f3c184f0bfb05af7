import { expect, test } from "vitest";
import { outputLines } from "./output-lines.js";

const kinds = (text: string, mayHoldDiff = true) => outputLines(text, mayHoldDiff).map((line) => line.kind);

test("added and removed lines of a diff are told apart, its head is neither", () => {
  const diff = "Changed a.md in one place.\n--- a.md\n+++ a.md\n@@ -1,3 +1,3 @@\n one\n-two\n+three\n\\ No newline";
  expect(kinds(diff)).toEqual(["plain", "place", "place", "place", "plain", "removed", "added", "plain"]);
});

test("a removed line that looks like a head is a removed line", () => {
  expect(kinds("--- a\n+++ a\n@@ -1,1 +1,1 @@\n--- old\n+++ new")).toEqual([
    "place",
    "place",
    "place",
    "removed",
    "added",
  ]);
});

test("output that is no diff stays plain, whatever its lines begin with", () => {
  expect(kinds("+ 1\n- 2")).toEqual(["plain", "plain"]);
  expect(kinds("--- a\n+++ a\n@@ -1,1 +1,1 @@\n-x", false)).toEqual(["plain", "plain", "plain", "plain"]);
});

test("what cannot be seen in an output is shown as a code point", () => {
  expect(outputLines("a\u202Eb\n", false)).toEqual([
    {
      kind: "plain",
      parts: [
        { kind: "mark", text: "a" },
        { kind: "hidden", text: "U+202E" },
        { kind: "mark", text: "b" },
      ],
    },
  ]);
});
