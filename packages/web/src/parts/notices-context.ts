import { createContext, useContext } from "react";

/** Whether the system may tell of a question while no tab is looked at. `blocked` can only be undone in the browser. */
export type NoticesState = "unsupported" | "off" | "on" | "blocked";

export interface Notices {
  readonly state: NoticesState;
  /** Asks the browser; only ever after a press. */
  readonly turnOn: () => void;
  readonly turnOff: () => void;
}

export const NoticesContext = createContext<Notices>({ state: "unsupported", turnOn: () => {}, turnOff: () => {} });

export function useNotices(): Notices {
  return useContext(NoticesContext);
}
