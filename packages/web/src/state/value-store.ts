import { createStore, type StoreApi } from "zustand/vanilla";
import { type ApiResult, isPassing } from "../api/client.js";

/** One value read from Loop; null until it was read. */
export interface ValueState<Value> {
  readonly value: Value | null;
  readonly code: string | null;
}

export interface ValueStore<Value> {
  readonly store: StoreApi<ValueState<Value>>;
  /** False where the reading failed and is worth another try. */
  load(): Promise<boolean>;
  replace(value: Value): void;
}

/** The latest reading wins; a failed one keeps what was known. */
export function createValueStore<Value>(read: () => Promise<ApiResult<Value> | null>): ValueStore<Value> {
  const store = createStore<ValueState<Value>>(() => ({ value: null, code: null }));
  let reading = 0;
  const load = async () => {
    reading += 1;
    const mine = reading;
    const result = await read();
    if (mine !== reading || result === null) return true;
    store.setState(result.ok ? { value: result.value, code: null } : { code: result.code });
    return result.ok || !isPassing(result.code);
  };
  const replace = (value: Value) => {
    reading += 1;
    store.setState({ value, code: null });
  };
  return { store, load, replace };
}
