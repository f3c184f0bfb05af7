import type { Clock } from "../kit/clock.js";
import { DeadlineError, withDeadline } from "../kit/deadline.js";

export interface StreamLimits {
  readonly clock: Clock;
  /** Milliseconds without anything from the model. */
  readonly idleMs: number;
  /** Milliseconds for the whole answer. */
  readonly overallMs: number;
  readonly signal: AbortSignal;
}

/**
 * Iterates under both limits. Throws `DeadlineError` where one is passed and the reason of `signal` where that aborts,
 * even if the stream itself hears neither. However it ends, the signal given to `open` is aborted.
 */
export async function* withinLimits<T>(
  limits: StreamLimits,
  open: (signal: AbortSignal) => Promise<AsyncIterable<T>>,
): AsyncGenerator<T, void, undefined> {
  const { clock, idleMs, overallMs, signal } = limits;
  const request = new AbortController();
  const stop = (): void => request.abort(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  const stopTimer = clock.setTimer(overallMs, () => request.abort(new DeadlineError()));
  const each = { clock, ms: idleMs, signal: request.signal };
  try {
    const stream = await withDeadline(each, () => open(request.signal));
    const iterator = stream[Symbol.asyncIterator]();
    for (;;) {
      const next = await withDeadline(each, () => iterator.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    stopTimer();
    signal.removeEventListener("abort", stop);
    request.abort();
  }
}
