import type { Clock } from "@loop/core/host";

/** Calls `work` every `ms`, one call at a time, until the returned function is called. */
export function repeat(clock: Clock, ms: number, work: () => Promise<void>): () => void {
  let isOver = false;
  let cancel = clock.setTimer(ms, tick);
  function tick(): void {
    void work().finally(() => {
      if (!isOver) cancel = clock.setTimer(ms, tick);
    }); // `work` reports its own failures
  }
  return () => {
    isOver = true;
    cancel();
  };
}

/** Resolves with `true` once `work` has ended, with `false` after `ms`. Never rejects. */
export function settledWithin(clock: Clock, ms: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.setTimer(ms, () => resolve(false));
    const finish = (): void => {
      cancel();
      resolve(true);
    };
    work.then(finish, finish);
  });
}
