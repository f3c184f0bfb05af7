import { createStore, type StoreApi } from "zustand/vanilla";

export type Theme = "system" | "light" | "dark";
const KEY = "loop-theme";
const NEXT: Readonly<Record<Theme, Theme>> = { system: "light", light: "dark", dark: "system" };

export interface ThemeStore {
  readonly store: StoreApi<{ readonly theme: Theme }>;
  choose(theme: Theme): void;
  /** To the next of the three. */
  turn(): void;
}

/** Kept in this browser; `apply` shows it. */
export function createThemeStore(
  storage: Pick<Storage, "getItem" | "setItem">,
  apply: (theme: Theme) => void,
): ThemeStore {
  const kept = storage.getItem(KEY);
  const store = createStore<{ readonly theme: Theme }>(() => ({
    theme: kept === "light" || kept === "dark" ? kept : "system",
  }));
  apply(store.getState().theme);
  const choose = (theme: Theme) => {
    store.setState({ theme });
    storage.setItem(KEY, theme);
    apply(theme);
  };
  return { store, choose, turn: () => choose(NEXT[store.getState().theme]) };
}
