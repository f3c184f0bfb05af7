import type { TurnEvent } from "@loop/contract";
import { createStore, type StoreApi } from "zustand/vanilla";
import { type ApiResult, isPassing } from "../api/client.js";

/** `items` stay readable while they are read again; `code` is why the last reading failed. */
export interface ListState<Item> {
  readonly status: "loading" | "ready" | "failed";
  readonly code: string | null;
  readonly items: readonly Item[];
}

export interface LiveList<Item> {
  readonly store: StoreApi<ListState<Item>>;
  /** Reads the whole list; the latest reading wins. False where the reading failed and is worth another try. */
  load(): Promise<boolean>;
  receive(events: readonly TurnEvent[]): void;
  /** A command answered with the list as it is now. */
  replace(items: readonly Item[]): void;
}

export interface LiveListOptions<Item> {
  readonly read: () => Promise<ApiResult<readonly Item[]>>;
  readonly fold: (items: readonly Item[], event: TurnEvent) => readonly Item[];
}

/** A list read once and then kept true by events; events that arrive during a reading are applied after it. */
export function createLiveList<Item>({ read, fold }: LiveListOptions<Item>): LiveList<Item> {
  const store = createStore<ListState<Item>>(() => ({ status: "loading", code: null, items: [] }));
  let reading = 0;
  let duringReading: TurnEvent[] | null = null;

  const load = async () => {
    reading += 1;
    const mine = reading;
    duringReading = [];
    const result = await read();
    if (mine !== reading) return true;
    const missed: readonly TurnEvent[] = duringReading ?? [];
    duringReading = null;
    if (!result.ok) {
      store.setState((state) => ({
        ...state,
        status: state.status === "ready" ? "ready" : "failed",
        code: result.code,
      }));
      return !isPassing(result.code);
    }
    store.setState({ status: "ready", code: null, items: missed.reduce(fold, result.value) });
    return true;
  };
  const receive = (events: readonly TurnEvent[]) => {
    duringReading?.push(...events);
    const { items } = store.getState();
    const next = events.reduce(fold, items);
    if (next !== items) store.setState({ items: next });
  };
  const replace = (items: readonly Item[]) => {
    reading += 1;
    duringReading = null;
    store.setState({ status: "ready", code: null, items });
  };
  return { store, load, receive, replace };
}
