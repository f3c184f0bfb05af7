import { LeaseLostError, type NewTurn, type StoredEvent, type TurnLease } from "@loop/core/host";
import { sql } from "kysely";
import { appendToLog, lockAccount } from "./repositories/event-log.js";
import { appendMessages } from "./repositories/messages.js";
import { applyEffects } from "./repositories/turn-effects.js";
import type { Database, DatabaseTransaction } from "./schema.js";
import { nowMs, type StoreClock } from "./store-clock.js";
import { StoreError } from "./store-error.js";
import { transact } from "./transaction.js";

export interface OwnershipContext {
  readonly db: Database;
  readonly clock: StoreClock;
}

/** Takes the conversation for one runner. Null when another turn has it; throws `conversation-unknown`. */
export async function beginTurn(
  { db, clock }: OwnershipContext,
  turn: NewTurn,
): Promise<{ lease: TurnLease; events: readonly StoredEvent[] } | null> {
  const { turnId, conversationId, accountId, owner } = turn;
  const lease: TurnLease = { turnId, conversationId, accountId, owner };
  return transact(db, async (trx) => {
    await lockAccount(trx, accountId);
    await findConversation(trx, lease);
    if (!(await insertTurn(trx, turn, clock))) return null;
    await trx
      .updateTable("conversation")
      .set({ updated_at: clock.isoNow() })
      .where("id", "=", conversationId)
      .execute();
    const events = await appendToLog(trx, lease, turn.events);
    await applyEffects(trx, { lease, clock }, turn.events);
    await appendMessages(trx, lease, turn.messages);
    return { lease, events };
  });
}

async function findConversation(trx: DatabaseTransaction, lease: TurnLease): Promise<void> {
  const conversation = await trx
    .selectFrom("conversation")
    .select("id")
    .where("id", "=", lease.conversationId)
    .where("account_id", "=", lease.accountId)
    .executeTakeFirst();
  if (conversation === undefined) throw new StoreError("conversation-unknown");
}

/** The unique index decides between two that begin at once. */
async function insertTurn(trx: DatabaseTransaction, turn: NewTurn, clock: StoreClock): Promise<boolean> {
  const inserted = await trx
    .insertInto("turn")
    .values({
      id: turn.turnId,
      account_id: turn.accountId,
      conversation_id: turn.conversationId,
      parent_turn_id: turn.parentTurnId,
      status: "running",
      owner: turn.owner,
      lease_until_ms: sql`${nowMs(clock)} + ${turn.leaseMs}`,
    })
    .onConflict((conflict) => conflict.column("conversation_id").where("status", "=", sql.lit("running")).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Every write of a turn asks here, in its own transaction. A lease whose time is over is gone even before it is
 * reaped: another process may be about to tell the person that nothing more happens.
 */
export async function fence(trx: DatabaseTransaction, lease: TurnLease, clock: StoreClock): Promise<void> {
  if (!(await holdsLease(trx, lease, clock))) throw new LeaseLostError();
}

/** The update changes nothing but locks the row, so a reaper waits until this transaction is through. */
async function holdsLease(trx: DatabaseTransaction, lease: TurnLease, clock: StoreClock): Promise<boolean> {
  const turn = await leased(trx, lease, clock)
    .set((eb) => ({ owner: eb.ref("owner") }))
    .returning("id")
    .executeTakeFirst();
  return turn !== undefined;
}

function leased(db: Database, lease: TurnLease, clock: StoreClock) {
  return db
    .updateTable("turn")
    .where("id", "=", lease.turnId)
    .where("account_id", "=", lease.accountId)
    .where("conversation_id", "=", lease.conversationId)
    .where("owner", "=", lease.owner)
    .where("status", "=", "running")
    .where("lease_until_ms", ">", nowMs(clock));
}

/** False when the lease is gone. */
export async function renewLease({ db, clock }: OwnershipContext, lease: TurnLease, leaseMs: number): Promise<boolean> {
  const renewed = await leased(db, lease, clock)
    .set({ lease_until_ms: sql`${nowMs(clock)} + ${leaseMs}` })
    .returning("id")
    .executeTakeFirst();
  return renewed !== undefined;
}

/** False: do not send. The row is committed before this resolves, so a call is sent at most once. */
export async function recordDispatch(
  { db, clock }: OwnershipContext,
  lease: TurnLease,
  callId: string,
): Promise<boolean> {
  return transact(db, async (trx) => {
    if (!(await holdsLease(trx, lease, clock))) return false;
    const recorded = await trx
      .insertInto("call")
      .values({ turn_id: lease.turnId, call_id: callId, account_id: lease.accountId, dispatched: 1, ended: 0 })
      .onConflict((conflict) =>
        conflict
          .columns(["turn_id", "call_id"])
          .doUpdateSet({ dispatched: 1 })
          .where("call.dispatched", "=", 0)
          .where("call.ended", "=", 0),
      )
      .returning("call_id")
      .executeTakeFirst();
    return recorded !== undefined;
  });
}
