/** Where a reader goes on from, in the account's one sequence of events. */
export type StartingPoint =
  | { readonly kind: "after"; readonly seq: number }
  /** The reader must load anew: what it names is not in this log. */
  | { readonly kind: "reset"; readonly seq: number };

/** What a GET reply carries and the stream's `id:` says. */
export function cursorOf(seq: number): string {
  return String(seq);
}

/** `Last-Event-ID` beats `after`; neither means from now; a cursor that is unknown or ahead of the log resets. */
export function startingPoint(sent: {
  readonly lastEventId: string | null;
  readonly after: string | null;
  readonly lastSeq: number;
}): StartingPoint {
  const cursor = sent.lastEventId ?? sent.after;
  if (cursor === null) return { kind: "after", seq: sent.lastSeq };
  const seq = /^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.POSITIVE_INFINITY;
  return seq <= sent.lastSeq ? { kind: "after", seq } : { kind: "reset", seq: sent.lastSeq };
}
