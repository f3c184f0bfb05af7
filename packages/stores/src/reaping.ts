import type { SessionEvent } from "@loop/contract";
import type { StoredEvent, TurnLease } from "@loop/core/host";
import { type ExpressionBuilder, sql } from "kysely";
import type { OwnershipContext } from "./ownership.js";
import { compactQuietly } from "./repositories/compaction.js";
import { appendToLog, lockAccount } from "./repositories/event-log.js";
import { applyEffects } from "./repositories/turn-effects.js";
import type { DatabaseTransaction, Tables } from "./schema.js";
import { nowMs, type StoreClock } from "./store-clock.js";
import { transact } from "./transaction.js";

export interface ReapOptions {
  readonly owner: string;
  readonly all: boolean;
}

/** The turns are ended one by one, so that a long list holds up nobody. */
export async function reapTurns(context: OwnershipContext, options: ReapOptions): Promise<readonly StoredEvent[]> {
  const { db, clock } = context;
  const leases = await db
    .selectFrom("turn")
    .select(["id as turnId", "conversation_id as conversationId", "account_id as accountId", "owner"])
    .where(isAbandoned(options, clock))
    .execute();
  const reaped: StoredEvent[] = [];
  for (const lease of leases) {
    const events = await transact(db, (trx) => reapTurn(context, trx, lease, options));
    reaped.push(...events);
    if (events.length > 0) await compactQuietly(db, lease);
  }
  return reaped;
}

function isAbandoned(options: ReapOptions, clock: StoreClock) {
  return (eb: ExpressionBuilder<Tables, "turn">) => {
    const isOver = eb("lease_until_ms", "<=", nowMs(clock));
    const isForeign = eb("owner", "!=", options.owner);
    return eb.and([eb("status", "=", sql.lit("running" as const)), options.all ? eb.or([isOver, isForeign]) : isOver]);
  };
}

/** Nothing when the runner renewed or ended the turn, or another reaper came first. */
async function reapTurn(
  { clock }: OwnershipContext,
  trx: DatabaseTransaction,
  lease: TurnLease,
  options: ReapOptions,
): Promise<readonly StoredEvent[]> {
  await lockAccount(trx, lease.accountId);
  const taken = await trx
    .updateTable("turn")
    .set({ owner: options.owner, lease_until_ms: 0 })
    .where("id", "=", lease.turnId)
    .where(isAbandoned(options, clock))
    .returning("id")
    .executeTakeFirst();
  if (taken === undefined) return [];
  const base = { turnId: lease.turnId, at: clock.isoNow() };
  const events: SessionEvent[] = [
    ...(await refusals(trx, base)),
    ...(await interruptions(trx, base)),
    { ...base, type: "turn-end", reason: "interrupted", code: "turn-interrupted" },
  ];
  const stored = await appendToLog(trx, lease, events);
  await applyEffects(trx, { lease, clock }, events);
  return stored;
}

interface EventBase {
  readonly turnId: string;
  readonly at: string;
}

/** An answer that the runner never read was never acted on, so it is refused like an open question (ASK-05). */
async function refusals(trx: DatabaseTransaction, base: EventBase): Promise<readonly SessionEvent[]> {
  const questions = await trx
    .selectFrom("approval")
    .select(["id", "call_id"])
    .where("turn_id", "=", base.turnId)
    .where("state", "!=", "settled")
    .orderBy("call_id")
    .execute();
  return questions.map(({ id, call_id }) => ({
    ...base,
    type: "approval-result",
    callId: call_id,
    requestId: id,
    result: { decision: "denied", reason: "cancelled", code: "turn-interrupted" },
  }));
}

/** Nested calls end before the one they belong to, which tells for them whether something may have happened. */
async function interruptions(trx: DatabaseTransaction, base: EventBase): Promise<readonly SessionEvent[]> {
  const calls = await trx
    .selectFrom("call")
    .select(["call_id", "dispatched"])
    .where("turn_id", "=", base.turnId)
    .where("ended", "=", 0)
    .orderBy("call_id", "desc")
    .execute();
  const sent = calls.filter((call) => call.dispatched === 1).map((call) => call.call_id);
  return calls.map(({ call_id }) => {
    const mayHaveTakenEffect = sent.some((id) => id === call_id || id.startsWith(`${call_id}/`));
    return {
      ...base,
      type: "call-end",
      callId: call_id,
      status: "interrupted",
      code: "turn-interrupted",
      ...(mayHaveTakenEffect ? { mayHaveTakenEffect } : {}),
    };
  });
}
