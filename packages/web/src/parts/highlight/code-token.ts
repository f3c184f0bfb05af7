/** What a stretch of code is, in few kinds: a page of code stays calm. */
export type CodeKind = "plain" | "comment" | "keyword" | "string" | "key" | "literal";

export interface CodeToken {
  readonly kind: CodeKind;
  readonly text: string;
}
export type CodeLine = readonly CodeToken[];

/** What the page asks of the worker; an answer carries the same id. `lines` is null where the code stays plain. */
export interface CodeQuestion {
  readonly id: number;
  readonly language: string;
  readonly code: string;
}
export interface CodeAnswer {
  readonly id: number;
  readonly lines: readonly CodeLine[] | null;
}
