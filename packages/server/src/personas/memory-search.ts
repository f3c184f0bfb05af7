import type { MemoryRow } from "@loop/core/host";

/** Entries that have a word of the query, those with more of them first; within the same number, and without a query, the order given. */
export function searchMemory(entries: readonly MemoryRow[], query: string): readonly MemoryRow[] {
  const wanted = [...new Set(wordsOf(query))];
  if (wanted.length === 0) return entries;
  const scored = entries.map((entry) => ({ entry, score: scoreOf(wordsOf(entry.text), wanted) }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

/** A word counts once, also where it begins another one: "invoice" finds "invoices". */
function scoreOf(words: readonly string[], wanted: readonly string[]): number {
  return wanted.filter((word) => words.some((known) => known.startsWith(word) || isLongStart(word, known))).length;
}

const SHORTEST_STEM = 4;

function isLongStart(word: string, known: string): boolean {
  return known.length >= SHORTEST_STEM && word.startsWith(known);
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
