import type { UsageRow } from "@loop/contract";
import type { LastDay } from "../../words/usage-words.js";
import { sumByModel } from "./usage-sums.js";

/**
 * All models of the newest day that has turns. What was cached is null as soon as one model's provider did not say:
 * a part of it would read as the whole.
 */
export function lastDayOf(rows: readonly UsageRow[]): LastDay | null {
  const day = rows.reduce((newest, row) => (row.day > newest ? row.day : newest), "");
  const models = sumByModel(rows.filter((row) => row.day === day));
  if (models.length === 0) return null;
  const sum = (count: (one: (typeof models)[number]) => number) => models.reduce((all, one) => all + count(one), 0);
  const isTold = models.every((one) => one.cachedInputTokens !== null);
  return {
    day,
    turns: sum((one) => one.turns),
    inputTokens: sum((one) => one.inputTokens),
    cachedInputTokens: isTold ? sum((one) => one.cachedInputTokens ?? 0) : null,
  };
}
