import * as fc from "fast-check";
import { expect, test } from "vitest";
import { deltasAfter, findRuns, joinedAfter, mergeText } from "./text-runs.js";

const texts = fc.array(fc.string({ unit: "binary", maxLength: 5 }), { minLength: 1, maxLength: 12 });

test("merged text reads as its deltas from every cursor, in one piece or in many", () => {
  fc.assert(
    fc.property(texts, fc.nat(100), fc.nat(14), (all, first, step) => {
      const rows = all.map((text, index) => ({ seq: first + index, text, parts: null }));
      const merged = mergeText(rows);
      const cursor = first - 1 + step;
      const rest = rows.filter((row) => row.seq > cursor).map(({ seq, text }) => ({ seq, text }));
      expect(deltasAfter(merged.text, merged.parts, cursor)).toEqual(rest);
      const joined = { seq: first + all.length - 1, text: rest.map((row) => row.text).join("") };
      expect(joinedAfter(merged.text, merged.parts, cursor)).toEqual(rest.length === 0 ? [] : [joined]);
    }),
  );
});

test("merging merged rows again gives the same as merging all at once", () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const rows = [...before, ...after].map((text, index) => ({ seq: index + 1, text, parts: null }));
      const half = mergeText(rows.slice(0, before.length));
      const again = mergeText([{ seq: before.length, ...half }, ...rows.slice(before.length)]);
      expect(again).toEqual(mergeText(rows));
    }),
  );
});

test("only deltas of one type whose numbers follow each other become one row", () => {
  const row = (seq: number, type = "text-delta") => ({ seq, type });
  const rows = [
    row(1, "turn-start"),
    row(2),
    row(3),
    row(5),
    row(6),
    row(7, "reasoning-delta"),
    row(8, "call-start"),
    row(9, "call-start"),
    row(10, "reasoning-delta"),
    row(11, "reasoning-delta"),
    row(12, "reasoning-delta"),
    row(13),
    row(14, "turn-end"),
  ];
  expect(findRuns(rows)).toEqual([
    { first: 2, last: 3 },
    { first: 5, last: 6 },
    { first: 10, last: 12 },
  ]);
  expect(findRuns([])).toEqual([]);
});
