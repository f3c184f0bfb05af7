import { expect, test } from "vitest";
import { listDiff } from "./list-diff.js";

const SIGNS = { same: "=", before: "-", after: "+" };
const diff = (before: string, after: string) =>
  listDiff([...before], [...after], (letter) => letter)
    .map(({ kept, item }) => `${SIGNS[kept]}${item}`)
    .join(" ");

test("what stayed, what is gone and what is new are read in order", () => {
  expect(diff("abc", "abc")).toBe("=a =b =c");
  expect(diff("abc", "axc")).toBe("=a -b +x =c");
  expect(diff("", "ab")).toBe("+a +b");
  expect(diff("ab", "")).toBe("-a -b");
  expect(diff("abcdef", "bcxf")).toBe("-a =b =c -d -e +x =f");
  expect(diff("aa", "aaa")).toBe("=a =a +a");
});

test("each side can be read out of it whole", () => {
  const [before, after] = ["the quick brown fox jumps", "a quick red fox jumped over"];
  const items = listDiff([...before], [...after], (letter) => letter);
  const side = (gone: string) => items.flatMap(({ kept, item }) => (kept === gone ? [] : [item])).join("");
  expect(side("after")).toBe(before);
  expect(side("before")).toBe(after);
});

test("texts too different to compare count as rewritten, quickly", () => {
  const numbers = (from: number) => Array.from({ length: 5_000 }, (_, index) => String(from + index));
  const started = performance.now();
  const items = listDiff(numbers(0), numbers(10_000), (text) => text);
  expect(performance.now() - started).toBeLessThan(500);
  expect(items.slice(0, 5_000).every(({ kept }) => kept === "before")).toBe(true);
});
