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

/**
 * Stretches of two or more deltas of one type among a turn's rows, which come in order. Their numbers follow each
 * other without a gap: an event of another conversation in between would give a reader a cursor inside the stretch
 * before it has read what was moved behind that cursor.
 */
export function findRuns(rows: readonly LightRow[]): readonly Run[] {
  const runs: Run[] = [];
  let start = 0;
  rows.forEach((row, index) => {
    const next = rows[index + 1];
    if (next?.type === row.type && next.seq === row.seq + 1) return;
    const first = rows[start];
    if (first !== undefined && start < index && DELTAS.has(row.type)) runs.push({ first: first.seq, last: row.seq });
    start = index + 1;
  });
  return runs;
}

/** The parts keep every delta's number, so that a merged row can be read as the rows it came from. */
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

export interface Delta {
  readonly seq: number;
  readonly text: string;
}

/** The deltas of a merged row that come after `seq`, as they were. */
export function deltasAfter(text: string, parts: readonly Part[], seq: number): readonly Delta[] {
  return parts
    .map(([partSeq, end], index) => ({ seq: partSeq, text: text.slice(parts[index - 1]?.[1] ?? 0, end) }))
    .filter((delta) => delta.seq > seq);
}

/** The same as one delta with the last number. */
export function joinedAfter(text: string, parts: readonly Part[], seq: number): readonly Delta[] {
  const last = parts.at(-1);
  if (last === undefined || last[0] <= seq) return [];
  const read = parts.findLast(([partSeq]) => partSeq <= seq);
  return [{ seq: last[0], text: text.slice(read?.[1] ?? 0) }];
}
