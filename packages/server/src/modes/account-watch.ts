import type { Clock } from "@loop/core/host";
import type { Services } from "../services.js";
import { repeat } from "../timers.js";

export interface AccountWatchParts {
  readonly clock: Clock;
  readonly isActive: (accountId: string) => Promise<boolean>;
  /** Ends what runs here for an account that may not go on. */
  readonly end: (accountId: string) => Promise<void>;
  readonly report: (line: string) => void;
}

const EVERY_MS = 3_000;

/**
 * An account may be suspended on another server than the one its turns and streams are on. The row says so, and is
 * asked for everybody who has something open here (ADM-03). The returned function ends the watch.
 */
export function watchAccounts(services: Services, { clock, isActive, end, report }: AccountWatchParts): () => void {
  return repeat(clock, EVERY_MS, async () => {
    try {
      const present = new Set([...services.runner.accounts(), ...services.streams.accounts()]);
      for (const accountId of present) if (!(await isActive(accountId))) await end(accountId);
    } catch {
      report("Accounts could not be looked at; this is tried again.");
    }
  });
}
