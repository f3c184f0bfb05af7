import type { Clock } from "@loop/core/host";

/** Leases and expiries outlive a process, so they are compared in wall-clock time. */
export type StoreClock = Pick<Clock, "isoNow">;

export const systemClock: StoreClock = { isoNow: () => new Date().toISOString() };

export function epochMs(clock: StoreClock): number {
  return Date.parse(clock.isoNow());
}
