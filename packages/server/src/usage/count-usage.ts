import type { TokenUsage, UsageRow } from "@loop/contract";

export interface EndedTurn {
  /** ISO time. */
  readonly at: string;
  readonly model: string | null;
  readonly usage: TokenUsage;
}

/**
 * Sums tokens by day and model, newest day first. A conversation that went on in a copy has its earlier turns twice, to the
 * millisecond and the token: they were paid for once.
 */
export function countUsage(turns: readonly EndedTurn[], dayOf: (at: string) => string): UsageRow[] {
  const seen = new Set<string>();
  const rows = new Map<string, UsageRow>();
  for (const turn of turns) {
    const mark = JSON.stringify([turn.at, turn.model, turn.usage]);
    if (seen.has(mark)) continue;
    seen.add(mark);
    const day = dayOf(turn.at);
    const key = JSON.stringify([day, turn.model]);
    rows.set(key, added(rows.get(key) ?? emptyRow(day, turn.model), turn.usage));
  }
  return [...rows.values()].sort(byDayThenModel);
}

function emptyRow(day: string, model: string | null): UsageRow {
  return { day, model, turns: 0, inputTokens: 0, cachedInputTokens: null, outputTokens: 0 };
}

function added(row: UsageRow, usage: TokenUsage): UsageRow {
  const cached = usage.cachedInputTokens;
  return {
    ...row,
    turns: row.turns + 1,
    inputTokens: row.inputTokens + usage.inputTokens,
    outputTokens: row.outputTokens + usage.outputTokens,
    cachedInputTokens: cached === undefined ? row.cachedInputTokens : (row.cachedInputTokens ?? 0) + cached,
  };
}

function byDayThenModel(a: UsageRow, b: UsageRow): number {
  if (a.day !== b.day) return a.day < b.day ? 1 : -1;
  return (a.model ?? "") < (b.model ?? "") ? -1 : 1;
}

/** The day of an ISO time by this computer's clock. */
export function localDay(at: string): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
