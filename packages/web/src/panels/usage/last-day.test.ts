import type { UsageRow } from "@loop/contract";
import { expect, test } from "vitest";
import { lastDayWords } from "../../words/usage-words.js";
import { lastDayOf } from "./last-day.js";

const row: UsageRow = {
  day: "2026-11-30",
  model: "ollama/a",
  turns: 2,
  inputTokens: 12_000,
  cachedInputTokens: 8_000,
  outputTokens: 300,
};

test("the last day with turns is told in one line, over all its models [ANN-02]", () => {
  const rows = [row, { ...row, model: "ollama/b", turns: 1, inputTokens: 500, cachedInputTokens: 0 }];
  expect(lastDayWords(lastDayOf([...rows, { ...row, day: "2026-11-29" }]))).toBe(
    "Counted by the provider on 2026-11-30, in 3 turns: 12,500 tokens in, 8,000 of them cached.",
  );
});

test("what a provider did not say is said to be so, and no part of it passes for the whole [ANN-02]", () => {
  const silent = { ...row, model: "ollama/b", cachedInputTokens: null };
  expect(lastDayOf([row, silent])?.cachedInputTokens).toBeNull();
  expect(lastDayWords(lastDayOf([{ ...silent, turns: 1 }]))).toBe(
    "Counted by the provider on 2026-11-30, in 1 turn: 12,000 tokens in, the provider does not say how many of them cached.",
  );
  expect(lastDayWords(lastDayOf([]))).toBe("Counted by the provider: no turns yet.");
});
