import { useCallback, useEffect, useState } from "react";
import type { ApiClient, ApiResult } from "../api/client.js";
import { useServices } from "../state/use-services.js";

export interface Reading<Value> {
  readonly value: Value | null;
  readonly code: string | null;
  /** Reads it again; the latest reading wins. */
  readonly read: () => void;
  /** What will be there if a change is taken, or is there since it was. */
  readonly put: (value: Value) => void;
}

/** Something only one page shows: read when the page opens, and again after each change. `ask` must be steady. */
export function useReading<Value>(ask: (api: ApiClient) => Promise<ApiResult<Value>>): Reading<Value> {
  const { api } = useServices();
  const [state, setState] = useState<Omit<Reading<Value>, "read" | "put">>({ value: null, code: null });
  const [count, setCount] = useState(0);
  useEffect(() => {
    let isWanted = true;
    void ask(api).then((result) => {
      if (!isWanted) return;
      setState((before) => (result.ok ? { value: result.value, code: null } : { ...before, code: result.code }));
    }); // never rejects: a refusal is a code
    return () => {
      isWanted = false;
    };
  }, [api, ask, count]);
  const read = useCallback(() => setCount((before) => before + 1), []);
  const put = useCallback((value: Value) => setState({ value, code: null }), []);
  return { ...state, read, put };
}
