import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../kit/clock.js";
import type { Catalog } from "./catalog.js";

export interface CatalogRecheckOptions {
  readonly clock: Clock;
  /** One more list over the open connection. */
  readonly read: () => Promise<Catalog>;
  /** What is on offer; null when nothing is. */
  readonly current: () => Catalog | null;
  readonly onDifferent: () => void;
}

const leastFreshMs = 30_000;
const mostFreshMs = 86_400_000;

/**
 * Looks again, without anybody noticing, whether the list is still what is on offer: after a lost stream was opened
 * again, and when the time is over for which the server called its list good. Equal lists keep their lifetime.
 */
export class CatalogRecheck {
  readonly #options: CatalogRecheckOptions;
  #isRunning = false;
  #stopTimer: (() => void) | null = null;
  #isStopped = false;

  constructor(options: CatalogRecheckOptions) {
    this.#options = options;
  }

  /** `ms` as the server said it; bounded both ways. */
  after(ms: number): void {
    this.#stopTimer?.();
    if (this.#isStopped) return;
    const wait = Math.min(Math.max(ms, leastFreshMs), mostFreshMs);
    this.#stopTimer = this.#options.clock.setTimer(wait, () => {
      this.now();
      this.after(ms);
    });
  }

  now(): void {
    if (this.#isRunning || this.#isStopped) return;
    this.#isRunning = true;
    // A list that fails here says nothing: the next call or refresh will.
    void this.#look()
      .catch(() => undefined)
      .finally(() => {
        this.#isRunning = false;
      });
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopTimer?.();
  }

  async #look(): Promise<void> {
    const before = this.#options.current();
    if (before === null) return;
    const fresh = await this.#options.read();
    if (this.#isStopped || this.#options.current() !== before) return;
    if (!isDeepStrictEqual(fresh.tools, before.tools)) this.#options.onDifferent();
  }
}
