import type { Clock } from "@loop/core/host";
import { type RawBuilder, sql } from "kysely";

/** Leases and expiries outlive a process, so they are compared in wall-clock time. */
export interface StoreClock extends Pick<Clock, "isoNow"> {
  /** The database's own time in milliseconds, where several processes share one; absent: `isoNow` decides. */
  readonly databaseNowMs?: RawBuilder<number>;
}

export const systemClock: StoreClock = { isoNow: () => new Date().toISOString() };

/** PostgreSQL decides over leases and expiries, so that replicas whose clocks differ still agree. */
export const postgresClock: StoreClock = {
  ...systemClock,
  databaseNowMs: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
};

/** This process's time, for what is shown and for what is only compared here. */
export function epochMs(clock: StoreClock): number {
  return Date.parse(clock.isoNow());
}

/** The time that decides over leases and expiries, to be used in a statement. */
export function nowMs(clock: StoreClock): RawBuilder<number> {
  return clock.databaseNowMs ?? sql<number>`cast(${epochMs(clock)} as bigint)`;
}

/** A time of this process's clock, told in the clock that decides. */
export function decidedMs(clock: StoreClock, atMs: number): RawBuilder<number> {
  return sql<number>`${nowMs(clock)} + ${atMs - epochMs(clock)}`;
}
