import { createStore, type StoreApi } from "zustand/vanilla";

export type Theme = "system" | "light" | "dark";
const KEY = "loop-theme";
const NEXT: Readonly<Record<Theme, Theme>> = { system: "light", light: "dark", dark: "system" };

export interface ThemeStore {
  readonly store: StoreApi<{ readonly theme: Theme }>;
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
  const turn = () => {
    const theme = NEXT[store.getState().theme];
    store.setState({ theme });
    storage.setItem(KEY, theme);
    apply(theme);
  };
  return { store, turn };
}
