/** How many of one thing each account has at once, so that none takes what the others need. */
export class AccountPlaces {
  readonly #most: number;
  readonly #taken = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Null when the account has as many as it may; else what gives the place back, once. */
  take(accountId: string): (() => void) | null {
    const before = this.#taken.get(accountId) ?? 0;
    if (before >= this.#most) return null;
    this.#taken.set(accountId, before + 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.#giveBack(accountId);
      isTaken = false;
    };
  }

  #giveBack(accountId: string): void {
    const left = (this.#taken.get(accountId) ?? 0) - 1;
    if (left > 0) this.#taken.set(accountId, left);
    else this.#taken.delete(accountId);
  }
}
