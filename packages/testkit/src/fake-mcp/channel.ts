/** The way back for one received message. */
export interface Channel {
  readonly headers: Readonly<Record<string, string>>;
  /** Aborts when the client went away before the answer. */
  readonly signal: AbortSignal;
  /** `last` ends the exchange. */
  send(texts: readonly string[], last: boolean): void;
}

/** What only the transport can do. */
export interface EngineHost {
  /** To a legacy client, outside any exchange. */
  announce(texts: readonly string[]): void;
  exit(code: number): void;
}
