/** The waits of one fake; stopping it leaves none behind. */
export class Timers {
  readonly #pending = new Map<NodeJS.Timeout, () => void>();

  /** Resolves after the time, or at once when the signal aborts or the fake stops. */
  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const settle = () => {
        clearTimeout(timer);
        this.#pending.delete(timer);
        signal?.removeEventListener("abort", settle);
        resolve();
      };
      const timer = setTimeout(settle, ms);
      this.#pending.set(timer, settle);
      signal?.addEventListener("abort", settle);
      if (signal?.aborted) settle();
    });
  }

  stop(): void {
    for (const settle of [...this.#pending.values()]) settle();
  }
}
