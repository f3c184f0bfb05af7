import { performance } from "node:perf_hooks";

/** Time as a dependency: tests bring their own and never sleep. */
export interface Clock {
  /** Milliseconds, monotonic within the process. For durations and deadlines. */
  now(): number;
  /** Wall-clock time for display and storage, ISO 8601. */
  isoNow(): string;
  /** Fires once after `ms`; the returned function cancels. Never keeps the process alive by itself. */
  setTimer(ms: number, fire: () => void): () => void;
}

/** The longest delay a timer of Node takes; a longer one would fire at once. */
const longestDelayMs = 2_147_483_647;

/** Real time. */
export const systemClock: Clock = {
  now: () => performance.now(),
  isoNow: () => new Date().toISOString(),
  setTimer: (ms, fire) => {
    const timer = setTimeout(fire, Math.min(ms, longestDelayMs)).unref();
    return () => clearTimeout(timer);
  },
};
