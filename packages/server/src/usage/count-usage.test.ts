import { expect, test } from "vitest";
import { countUsage, type EndedTurn } from "./count-usage.js";

const dayOf = (at: string) => at.slice(0, 10);
const turn = (at: string, more: Partial<EndedTurn> = {}): EndedTurn => ({
  at,
  model: "openai/gpt-5",
  usage: { inputTokens: 100, outputTokens: 10 },
  ...more,
});

test("tokens add up by day and model, newest day first, cached ones where they are told", () => {
  const cached = { inputTokens: 50, cachedInputTokens: 40, outputTokens: 5 };
  const turns = [
    turn("2026-11-29T10:00:00.000Z"),
    turn("2026-11-30T10:00:00.000Z"),
    turn("2026-11-30T11:00:00.000Z", { usage: cached }),
    turn("2026-11-30T12:00:00.000Z", { model: "ollama/x" }),
    turn("2026-11-30T12:00:00.000Z", { model: null }),
  ];
  expect(countUsage(turns, dayOf)).toEqual([
    { day: "2026-11-30", model: null, turns: 1, inputTokens: 100, cachedInputTokens: null, outputTokens: 10 },
    { day: "2026-11-30", model: "ollama/x", turns: 1, inputTokens: 100, cachedInputTokens: null, outputTokens: 10 },
    { day: "2026-11-30", model: "openai/gpt-5", turns: 2, inputTokens: 150, cachedInputTokens: 40, outputTokens: 15 },
    { day: "2026-11-29", model: "openai/gpt-5", turns: 1, inputTokens: 100, cachedInputTokens: null, outputTokens: 10 },
  ]);
});

test("turns of a copied conversation count once", () => {
  const at = "2026-11-30T10:00:00.123Z";
  expect(countUsage([turn(at), turn(at)], dayOf)).toMatchObject([{ turns: 1, inputTokens: 100 }]);
});
