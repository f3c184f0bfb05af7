/** Where a delta ended in the text of its merged row: `[seq, end]`. */
export type Part = readonly [seq: number, end: number];

export interface LightRow {
  readonly seq: number;
  readonly type: string;
}

export interface TextRow {
  readonly seq: number;
  readonly text: string;
  readonly parts: readonly Part[] | null;
}

/** First and last row of a stretch that can become one row. */
export interface Run {
  readonly first: number;
  readonly last: number;
}

const DELTAS: ReadonlySet<string> = new Set(["text-delta", "reasoning-delta"]);

/** Stretches of two or more deltas of one type among a turn's rows, which come in order. */
export function findRuns(rows: readonly LightRow[]): readonly Run[] {
  const runs: Run[] = [];
  let start = 0;
  rows.forEach((row, index) => {
    if (rows[index + 1]?.type === row.type) return;
    const first = rows[start];
    if (first !== undefined && start < index && DELTAS.has(row.type)) runs.push({ first: first.seq, last: row.seq });
    start = index + 1;
  });
  return runs;
}

/** The parts let a reader that already has the beginning get the rest only. */
export function mergeText(rows: readonly TextRow[]): { readonly text: string; readonly parts: readonly Part[] } {
  let text = "";
  const parts: Part[] = [];
  for (const row of rows) {
    const own = row.parts ?? [[row.seq, row.text.length]];
    for (const [seq, end] of own) parts.push([seq, text.length + end]);
    text += row.text;
  }
  return { text, parts };
}

/** The text of a merged row that comes after `seq`. */
export function textAfter(text: string, parts: readonly Part[], seq: number): string {
  const read = parts.findLast(([partSeq]) => partSeq <= seq);
  return read === undefined ? text : text.slice(read[1]);
}
