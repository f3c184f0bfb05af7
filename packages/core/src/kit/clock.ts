/** Time as a dependency: tests bring their own and never sleep. */
export interface Clock {
  /** Milliseconds, monotonic within the process. For durations and deadlines. */
  now(): number;
  /** Wall-clock time for display and storage, ISO 8601. */
  isoNow(): string;
  /** Fires once after `ms`; the returned function cancels. Never keeps the process alive by itself. */
  setTimer(ms: number, fire: () => void): () => void;
}
