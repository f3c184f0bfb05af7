import { expect, test } from "vitest";
import { titleFrom } from "./title.js";

test("a title is the prompt's words on one line, cut between two of them", () => {
  expect(titleFrom("  Sort\n\n my notes ")).toBe("Sort my notes");
  expect(titleFrom("Please look through every file of the project and tell me which ones are old")).toBe(
    "Please look through every file of the project and tell me…",
  );
  expect(titleFrom("x".repeat(80))).toBe(`${"x".repeat(60)}…`);
  expect(titleFrom(" ")).toBe("");
});

test("a cut never splits a character", () => {
  expect(titleFrom("🙂".repeat(70))).toBe(`${"🙂".repeat(60)}…`);
});
