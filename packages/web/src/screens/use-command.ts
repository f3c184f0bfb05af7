import { useState } from "react";
import type { ApiResult } from "../api/client.js";

export interface Command {
  readonly isBusy: boolean;
  /** Why the last one was refused; null while there is nothing to say. */
  readonly refusal: string | null;
  /** Runs one at a time; resolves to whether it went well. */
  run(work: () => Promise<ApiResult<unknown>>): Promise<boolean>;
  forget(): void;
}

/** A button that asks Loop for something: one press at a time, a refusal kept as its code. */
export function useCommand(): Command {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const run = async (work: () => Promise<ApiResult<unknown>>) => {
    if (isBusy) return false;
    setBusy(true);
    const result = await work();
    setRefusal(result.ok ? null : result.code);
    setBusy(false);
    return result.ok;
  };
  return { isBusy, refusal, run, forget: () => setRefusal(null) };
}
