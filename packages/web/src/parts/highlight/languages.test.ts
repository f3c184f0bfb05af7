import { expect, test } from "vitest";
import { languageOf } from "./languages.js";

test("a fence names its language by its usual names, with or without more after it", () => {
  expect(languageOf("TS")).toBe("typescript");
  expect(languageOf("python title=a.py")).toBe("python");
  expect(languageOf("js{1,3}")).toBe("javascript");
  expect(languageOf(" sh ")).toBe("bash");
});

test("anything else is no language, names of an object's own parts included", () => {
  for (const fence of ["", "klingon", "constructor", "__proto__", "toString"]) expect(languageOf(fence)).toBeNull();
});
