/** A fixed number of places, given out in the order in which they were asked for (LIF-02). */
export class Slots {
  readonly #size: number;
  readonly #waiting = new Map<string, () => void>();
  readonly #held = new Set<string>();

  constructor(size: number) {
    this.#size = size;
  }

  get held(): number {
    return this.#held.size;
  }

  /** `grant` is called once, now or when a place is free. The key must not be in use. */
  request(key: string, grant: () => void): void {
    this.#waiting.set(key, grant);
    this.#fill();
  }

  /** Gives up waiting. */
  leave(key: string): void {
    this.#waiting.delete(key);
  }

  release(key: string): void {
    if (this.#held.delete(key)) this.#fill();
  }

  #fill(): void {
    for (const [key, grant] of this.#waiting) {
      if (this.#held.size >= this.#size) return;
      this.#waiting.delete(key);
      this.#held.add(key);
      grant();
    }
  }
}
