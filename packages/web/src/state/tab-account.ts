const KEY = "loop-account";

export interface TabAccountOptions {
  readonly storage: Pick<Storage, "getItem" | "setItem" | "clear">;
  /** Loads the page anew, so that nothing in its memory stays. */
  readonly startOver: () => void;
}

/** Keeps accounts apart in one tab: whoever signs in next finds no draft and no list of the one before (SEC-01). */
export function createTabAccount({ storage, startOver }: TabAccountOptions): (accountId: string) => void {
  return (accountId) => {
    const before = storage.getItem(KEY);
    if (before === accountId) return;
    if (before !== null) storage.clear();
    storage.setItem(KEY, accountId);
    if (before !== null) startOver();
  };
}
