import type { StoredAnswer, StoredEvent, Stores, TurnLease } from "@loop/core/host";
import type { SeededRandom } from "./seeded-random.js";

export const LEASE_MS = 9_000;
export const GIVE_UP_MS = 7_000;
export const ANSWER_MS = 4_000;
export const GRACE_MS = 500;

/** Time that passes only between two steps. */
export class SimulatedClock {
  nowMs = Date.UTC(2030, 0, 1);

  readonly isoNow = (): string => new Date(this.nowMs).toISOString();
}

/** What happened in one interleaving beside the log: what the log is judged by. */
export interface Record {
  /** Calls that left the house, in order. */
  readonly sent: string[];
  /** Answers that a person was told count, by question. */
  readonly taken: Map<string, StoredAnswer[]>;
  /** What a reader read page by page while all of it happened. */
  readonly read: StoredEvent[];
}

export interface SimulatedWorld {
  readonly random: SeededRandom;
  readonly clock: SimulatedClock;
  /** Two ways to the same rows, as two replicas have them. */
  readonly replicas: readonly [Stores, Stores];
  readonly accountId: string;
  readonly conversations: readonly [string, string];
  readonly record: Record;
  /** Questions asked so far. */
  readonly questions: string[];
}

/** A step is one change or look at the store; between two of them anything else may happen. */
export type Actor = AsyncGenerator<undefined, void, undefined>;

/** What a runner knows of itself. It ends when it is killed, or has found out that its lease is gone. */
export interface RunnerState {
  lease: TurnLease | null;
  heldAtMs: number;
  isOver: boolean;
}
