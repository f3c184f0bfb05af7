import type { UsageRow } from "@loop/contract";
import { expect, test } from "vitest";
import { costWords } from "../../words/usage-words.js";
import { fieldsFor, pricesOf } from "./price-fields.js";
import { costOf, sumByModel } from "./usage-sums.js";

const row: UsageRow = {
  day: "2026-11-30",
  model: "openai/gpt-5",
  turns: 2,
  inputTokens: 1_000_000,
  cachedInputTokens: 400_000,
  outputTokens: 100_000,
};

test("days of a model add up, the most used first, and an untold count stays untold", () => {
  const small = { ...row, model: "ollama/x", inputTokens: 5, cachedInputTokens: null, outputTokens: 1, turns: 1 };
  const sums = sumByModel([small, row, { ...row, day: "2026-11-29", cachedInputTokens: null }]);
  expect(sums).toEqual([
    { model: "openai/gpt-5", turns: 4, inputTokens: 2_000_000, cachedInputTokens: 400_000, outputTokens: 200_000 },
    { model: "ollama/x", turns: 1, inputTokens: 5, cachedInputTokens: null, outputTokens: 1 },
  ]);
});

test("a cost is known only where a price is, and cached tokens have their own", () => {
  const price = { model: "openai/gpt-5", input: 2, cachedInput: 0.5, output: 10 };
  expect(costOf(row, [price])).toBeCloseTo(0.6 * 2 + 0.4 * 0.5 + 1);
  expect(costOf(row, [{ ...price, cachedInput: null }])).toBeCloseTo(2 + 1);
  expect(costOf(row, [])).toBeNull();
  expect(costOf({ ...row, model: null }, [price])).toBeNull();
  expect([costWords(null, "USD"), costWords(0.01234, "USD"), costWords(12, ""), costWords(0, "USD")]).toEqual([
    "no price",
    "0.0123 USD",
    "12.00",
    "0.00 USD",
  ]);
});

test("typed prices are numbers, with a point or a comma, or none at all", () => {
  const list = { currency: "USD", prices: [{ model: "a/x", input: 1.25, cachedInput: null, output: 10 }] };
  const fields = fieldsFor(["b/y", "a/x"], list);
  expect(fields).toEqual([
    { model: "b/y", input: "", cachedInput: "", output: "" },
    { model: "a/x", input: "1.25", cachedInput: "", output: "10" },
  ]);
  expect(pricesOf(fields)).toEqual(list.prices);
  expect(pricesOf([{ model: "b/y", input: "0,5", cachedInput: "0.05", output: "2" }])).toEqual([
    { model: "b/y", input: 0.5, cachedInput: 0.05, output: 2 },
  ]);
  for (const wrong of [
    { input: "1" },
    { input: "x", output: "1" },
    { input: "-1", output: "1" },
    { cachedInput: "1" },
  ]) {
    expect(pricesOf([{ model: "b/y", input: "", cachedInput: "", output: "", ...wrong }])).toBeNull();
  }
});
