import { createContext, useContext } from "react";

/** Time for parts: given, so that nothing here owns a clock. */
export interface Timers {
  readonly later: (ms: number, run: () => void) => () => void;
  readonly now: () => number;
}

export const TimersContext = createContext<Timers | null>(null);

export function useTimers(): Timers {
  const timers = useContext(TimersContext);
  if (timers === null) throw new Error("no timers above this component");
  return timers;
}
