/** Text that was not sent yet, kept for each conversation in this tab. */
export interface DraftStore {
  read(key: string): string;
  write(key: string, text: string): void;
}

export function createDraftStore(storage: Pick<Storage, "getItem" | "setItem" | "removeItem">): DraftStore {
  const name = (key: string) => `loop-draft-${key}`;
  return {
    read: (key) => storage.getItem(name(key)) ?? "",
    write: (key, text) => (text === "" ? storage.removeItem(name(key)) : storage.setItem(name(key), text)),
  };
}
