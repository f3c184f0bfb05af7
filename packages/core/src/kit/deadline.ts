import type { Clock } from "./clock.js";

/** The time of a wait was over before its answer came. */
export class DeadlineError extends Error {
  constructor() {
    super("the deadline passed");
    this.name = "DeadlineError";
  }
}

export interface WaitLimit {
  readonly clock: Clock;
  readonly ms: number;
  readonly signal?: AbortSignal | undefined;
  /** Another one; cheaper than joining the two. */
  readonly otherSignal?: AbortSignal | undefined;
}

/** Says what is to happen when the race is lost; with the reason, once at most. */
export type OnLost = (react: (reason: unknown) => void) => void;

/**
 * A race of the answer, the time limit and the caller's signal. The signal given to `run` aborts when the race is lost.
 * Rejects with `DeadlineError` or with the reason of `limit.signal`. What `run` does after that is ignored.
 */
export function withDeadline<T>(limit: WaitLimit, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return untilDeadline(limit, (onLost) => {
    const inner = new AbortController();
    onLost((reason) => inner.abort(reason));
    return run(inner.signal);
  });
}

/** The same for a `run` that needs no signal, which is cheaper. It says at once, or never, what its loss means. */
export function untilDeadline<T>(limit: WaitLimit, run: (onLost: OnLost) => Promise<T>): Promise<T> {
  const { clock, ms, otherSignal, signal } = limit;
  if (signal?.aborted) return Promise.reject(signal.reason);
  if (otherSignal?.aborted) return Promise.reject(otherSignal.reason);
  let react: ((reason: unknown) => void) | null = null;
  return new Promise<T>((resolve, reject) => {
    const lose = (reason: unknown) => {
      settle();
      reject(reason);
      react?.(reason);
    };
    const stopTimer = clock.setTimer(ms, () => lose(new DeadlineError()));
    const onAbort = () => lose(signal?.aborted ? signal.reason : otherSignal?.reason);
    const settle = () => {
      stopTimer();
      signal?.removeEventListener("abort", onAbort);
      otherSignal?.removeEventListener("abort", onAbort);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    otherSignal?.addEventListener("abort", onAbort, { once: true });
    const onLost: OnLost = (reaction) => {
      react = reaction;
    };
    start(run, onLost).then(
      (value) => {
        settle();
        resolve(value);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
  });
}

/** A `run` that throws before its first await rejects like any other. */
async function start<T>(run: (onLost: OnLost) => Promise<T>, onLost: OnLost): Promise<T> {
  return await run(onLost);
}

/** Resolves after `ms`, or at once when `signal` aborts; ask the signal which it was. */
export function pause(limit: WaitLimit): Promise<void> {
  const { clock, ms, signal } = limit;
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      stopTimer();
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const stopTimer = clock.setTimer(ms, finish);
    signal?.addEventListener("abort", finish, { once: true });
  });
}
