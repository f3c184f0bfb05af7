import { expect, test } from "vitest";
import { readAccountName } from "./account-name.js";

test("a name is trimmed, composed and freed of odd spaces", () => {
  const names = [
    "  Ada  ",
    "Ada\u00a0\u00a0Lovelace",
    "A\u030angstro\u0308m",
    "Ａｄａ",
    "李小龍",
    "ﬁn",
    "O'Neil-Çelik 2",
  ];
  expect(names.map((name) => readAccountName(name)?.name)).toEqual([
    "Ada",
    "Ada Lovelace",
    "Ångström",
    "Ada",
    "李小龍",
    "fin",
    "O'Neil-Çelik 2",
  ]);
});

test("names that differ in case, width or composition alone have one key", () => {
  const key = (name: string) => readAccountName(name)?.key;
  for (const [left, right] of [
    ["Ada", "aDA"],
    ["Strauß", "STRAUSS"],
    ["ΟΔΥΣΣΕΥΣ", "οδυσσευς"],
    ["É", "e\u0301"],
    ["Ａｄａ", "ada"],
    ["ﬃ", "FFI"],
  ] as const) {
    expect(key(left)).toBe(key(right));
  }
  expect(key("Ada")).not.toBe(key("Ida"));
});

test("control, direction and invisible signs are refused, and so is nothing at all", () => {
  const unfit = ["", "   ", "\u3164", "x".repeat(65), "\ufdfa".repeat(4)];
  const signs = [
    "\0",
    "\n",
    "\u0085",
    "\u200b",
    "\u200e",
    "\u202e",
    "\u2066",
    "\u2028",
    "\ufeff",
    "\ufe0f",
    "\u{e0041}",
    "\ud800",
  ];
  for (const text of [...unfit, ...signs.map((sign) => `A${sign}da`)]) expect(readAccountName(text)).toBeNull();
});
