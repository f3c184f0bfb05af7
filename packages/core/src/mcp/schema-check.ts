/** Spoken between the main thread and the thread that runs servers' schemas. */
export interface SchemaJob {
  readonly id: number;
  /** Names the schema; the text goes along only the first time a worker hears of it. */
  readonly key: number;
  readonly schema?: unknown;
  /** The value to check, as JSON. */
  readonly text: string;
}

export type SchemaVerdict =
  | { readonly kind: "fits" }
  | { readonly kind: "misfits"; readonly path: string; readonly message: string }
  /** The schema itself cannot be used: a reference that leads nowhere, a pattern that is none. */
  | { readonly kind: "unusable" };

/** `compiled` comes before every verdict: from there on only the check itself takes time. */
export type SchemaReply = { readonly id: number } & (SchemaVerdict | { readonly kind: "compiled" });

/** Sent once, when the worker can take jobs. */
export const SCHEMA_WORKER_READY = "ready";
