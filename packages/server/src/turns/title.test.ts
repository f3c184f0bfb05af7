import { expect, test } from "vitest";
import { plainTitle, titleFrom } from "./title.js";

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

test("a title holds nothing that a database cuts off or writes differently", () => {
  expect(plainTitle(" a\u0000b\tc\u001b[31m\ud800d ")).toBe("a b c [31m\ufffdd");
  expect(titleFrom("\u0000\u0007")).toBe("");
});
