import type { ModelPrice, UsageRow } from "@loop/contract";

export type UsageSum = Omit<UsageRow, "day">;

const MILLION = 1_000_000;

/** All days of each model, the most used first. */
export function sumByModel(rows: readonly UsageRow[]): readonly UsageSum[] {
  const sums = new Map<string | null, UsageSum>();
  for (const row of rows) {
    const { day: _day, ...usage } = row;
    const before = sums.get(row.model);
    sums.set(row.model, before === undefined ? usage : added(before, usage));
  }
  return [...sums.values()].sort((a, b) => b.inputTokens + b.outputTokens - a.inputTokens - a.outputTokens);
}

/** Null where no price is known for the model. Cached tokens are part of those read. */
export function costOf(usage: UsageSum, prices: readonly ModelPrice[]): number | null {
  const price = prices.find(({ model }) => model === usage.model);
  if (price === undefined) return null;
  const cached = Math.min(usage.cachedInputTokens ?? 0, usage.inputTokens);
  const read = (usage.inputTokens - cached) * price.input + cached * (price.cachedInput ?? price.input);
  return (read + usage.outputTokens * price.output) / MILLION;
}

function added(a: UsageSum, b: UsageSum): UsageSum {
  const cached = [a.cachedInputTokens, b.cachedInputTokens].filter((count) => count !== null);
  return {
    model: a.model,
    turns: a.turns + b.turns,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedInputTokens: cached.length === 0 ? null : cached.reduce((sum, count) => sum + count, 0),
  };
}
