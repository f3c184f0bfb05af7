import type { Services } from "../services.js";
import { repeat } from "../timers.js";
import { endAccount, type SharedRooms } from "./shared-rooms.js";

const EVERY_MS = 3_000;

/**
 * An account may be suspended on another server than the one its turns and streams are on. The row says so, and is
 * asked for everybody who has something open here (ADM-03). The returned function ends the watch.
 */
export function watchAccounts(services: Services, rooms: SharedRooms): () => void {
  const { clock, runner, streams, report } = services;
  return repeat(clock, EVERY_MS, async () => {
    try {
      for (const accountId of new Set([...runner.accounts(), ...streams.accounts()])) {
        if (!(await rooms.accounts.isActive(accountId))) await endAccount(accountId, { services, ...rooms });
      }
    } catch {
      report("Accounts could not be looked at; this is tried again.");
    }
  });
}
