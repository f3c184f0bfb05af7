import { expect, test } from "vitest";
import { isDeepJson } from "./json-shape.js";

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

test("values that would break the next request are known by their depth, however deep they are [CAT-03]", () => {
  const isDeep = (value: unknown) => isDeepJson(value, 499);
  expect([1, "a", null, {}, [], nested(500)].map(isDeep)).toEqual([false, false, false, false, false, false]);
  expect([nested(501), nested(100_000)].map(isDeep)).toEqual([true, true]);
});
