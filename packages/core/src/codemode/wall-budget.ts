import type { Clock } from "../kit/clock.js";

/** Wall time of a script that stands still while a person is being asked (CM-05). */
export class WallBudget {
  readonly #clock: Clock;
  readonly #expire: () => void;
  #leftMs: number;
  #resumedAt: number | null = null;
  #stop = () => {};
  #isOver = false;

  constructor(clock: Clock, ms: number, expire: () => void) {
    this.#clock = clock;
    this.#leftMs = ms;
    this.#expire = expire;
  }

  resume(): void {
    if (this.#isOver || this.#resumedAt !== null) return;
    this.#resumedAt = this.#clock.now();
    this.#stop = this.#clock.setTimer(Math.max(0, this.#leftMs), this.#expire);
  }

  pause(): void {
    if (this.#resumedAt === null) return;
    this.#stop();
    this.#leftMs -= this.#clock.now() - this.#resumedAt;
    this.#resumedAt = null;
  }

  /** For good: nothing expires any more. */
  end(): void {
    this.pause();
    this.#isOver = true;
  }
}
