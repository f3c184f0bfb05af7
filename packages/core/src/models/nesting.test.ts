import { expect, test } from "vitest";
import { isTooDeep } from "./nesting.js";

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

test("arguments that would break the next request are known by their depth, however deep they are [CAT-03]", () => {
  expect([1, "a", null, {}, [], nested(500)].map(isTooDeep)).toEqual([false, false, false, false, false, false]);
  expect([nested(501), nested(100_000)].map(isTooDeep)).toEqual([true, true]);
});
