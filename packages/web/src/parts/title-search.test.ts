import { expect, test } from "vitest";
import { holdsWords } from "./title-search.js";

test("every word is looked for, in any order, without regard to case and accents", () => {
  expect(holdsWords("Marées à Brest", "brest MAREES")).toBe(true);
  expect(holdsWords("Marées à Brest", "brest lorient")).toBe(false);
  expect(holdsWords("Release 2.4 notes", "2.4")).toBe(true);
  expect(holdsWords("港のリスト", "リスト")).toBe(true);
});

test("nothing wanted is found everywhere", () => {
  expect(holdsWords("", "")).toBe(true);
  expect(holdsWords("Brest", "  ")).toBe(true);
});
