import type { TurnStore } from "@loop/core/host";
import { beginTurn, fence, type OwnershipContext, recordDispatch, renewLease } from "../ownership.js";
import { reapTurns } from "../reaping.js";
import { transact } from "../transaction.js";
import { compactQuietly } from "./compaction.js";
import { appendToLog, lockAccount } from "./event-log.js";
import { appendMessages } from "./messages.js";
import { applyEffects } from "./turn-effects.js";

export function createTurnStore(context: OwnershipContext): TurnStore {
  const { db, clock } = context;
  return {
    begin: (turn) => beginTurn(context, turn),
    async append(lease, events) {
      const stored = await transact(db, async (trx) => {
        // The account's row comes first in every change; where the lease is gone, nothing of this stays.
        const rows = await appendToLog(trx, lease, events);
        await fence(trx, lease, clock);
        await applyEffects(trx, { lease, clock }, events);
        return rows;
      });
      if (events.some((event) => event.type === "turn-end")) await compactQuietly(db, lease);
      return stored;
    },
    appendMessages: (lease, messages) =>
      transact(db, async (trx) => {
        await lockAccount(trx, lease.accountId);
        await fence(trx, lease, clock);
        await appendMessages(trx, lease, messages);
      }),
    renew: (lease, leaseMs) => renewLease(context, lease, leaseMs),
    recordDispatch: (lease, callId) => recordDispatch(context, lease, callId),
    reap: (options) => reapTurns(context, options),
    async find(accountId, turnId) {
      const turn = await db
        .selectFrom("turn")
        .select(["conversation_id", "status"])
        .where("id", "=", turnId)
        .where("account_id", "=", accountId)
        .executeTakeFirst();
      return turn === undefined ? null : { conversationId: turn.conversation_id, running: turn.status === "running" };
    },
  };
}
