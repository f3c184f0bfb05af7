/** Whose scripts a seat is for; null where nobody tells them apart. */
export type SeatOwner = string | null;

export interface SeatShares {
  /** Waiting scripts at most; a further one is `busy`. */
  readonly queue: number;
  /** Seats that one owner's scripts may hold at once. */
  readonly ownerSeats: number;
  /** Of one owner's scripts, so many may wait. */
  readonly ownerQueue: number;
}

interface Waiting<Entry> {
  readonly owner: SeatOwner;
  readonly entry: Entry;
}

/**
 * Who gets the next seat: of those that wait, one whose owner holds the fewest, the first to come among equals. One
 * owner's flood holds a few seats and a part of the queue, and everybody else's scripts pass by it.
 */
export class SeatQueue<Entry> {
  readonly #shares: SeatShares;
  readonly #held = new Map<SeatOwner, number>();
  #waiting: readonly Waiting<Entry>[] = [];

  constructor(shares: SeatShares) {
    this.#shares = shares;
  }

  mayHold(owner: SeatOwner): boolean {
    return owner === null || this.#heldBy(owner) < this.#shares.ownerSeats;
  }

  hold(owner: SeatOwner): void {
    this.#held.set(owner, this.#heldBy(owner) + 1);
  }

  giveBack(owner: SeatOwner): void {
    const left = this.#heldBy(owner) - 1;
    if (left > 0) this.#held.set(owner, left);
    else this.#held.delete(owner);
  }

  /** False where the queue, or the owner's part of it, is full. */
  join(owner: SeatOwner, entry: Entry): boolean {
    const own = this.#waiting.filter((one) => one.owner === owner).length;
    const isFull = this.#waiting.length >= this.#shares.queue || (owner !== null && own >= this.#shares.ownerQueue);
    if (!isFull) this.#waiting = [...this.#waiting, { owner, entry }];
    return !isFull;
  }

  /** False when it no longer waits. */
  leave(entry: Entry): boolean {
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter((one) => one.entry !== entry);
    return this.#waiting.length < before;
  }

  /** Takes the next out of the queue; null where nobody who waits may hold another seat. */
  next(): Waiting<Entry> | null {
    const able = this.#waiting.filter(({ owner }) => this.mayHold(owner));
    const fewest = Math.min(...able.map(({ owner }) => this.#heldBy(owner)));
    const next = able.find(({ owner }) => this.#heldBy(owner) === fewest) ?? null;
    if (next !== null) this.leave(next.entry);
    return next;
  }

  /** Empties the queue. */
  takeAll(): readonly Entry[] {
    const all = this.#waiting.map(({ entry }) => entry);
    this.#waiting = [];
    return all;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  #heldBy(owner: SeatOwner): number {
    return this.#held.get(owner) ?? 0;
  }
}
