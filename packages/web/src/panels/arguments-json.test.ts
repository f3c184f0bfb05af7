import { expect, test } from "vitest";
import { parseArguments, prettyArguments } from "./arguments-json.js";

test("arguments are a JSON object, and nothing else is", () => {
  expect(parseArguments('{"a": [1]}')).toEqual({ a: [1] });
  expect(parseArguments("  ")).toEqual({});
  for (const text of ["[]", "null", "3", "{", '"a"']) expect(parseArguments(text), text).toBeNull();
  expect(parseArguments(prettyArguments({ a: { b: null } }))).toEqual({ a: { b: null } });
});
