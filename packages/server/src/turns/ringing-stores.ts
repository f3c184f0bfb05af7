import type { Bus, Stores, TurnStore } from "@loop/core/host";
import { accountTopic, approvalTopic } from "./topics.js";

/**
 * The same stores, ringing the bus once a change is written: the log is the truth, the bus a doorbell. Nothing that a
 * reader waits for is written past this.
 */
export function ringingStores(stores: Stores, bus: Bus, reapedAccounts: readonly string[]): Stores {
  const ring = (accountId: string, seq?: number): void =>
    bus.publish({ topic: accountTopic(accountId), id: accountId, ...(seq === undefined ? {} : { seq }) });
  return {
    accounts: stores.accounts,
    events: stores.events,
    settings: stores.settings,
    turns: ringingTurns(stores.turns, ring, reapedAccounts),
    conversations: {
      ...stores.conversations,
      create: (row) => ringing(stores.conversations.create(row), () => ring(row.accountId)),
      update: (accountId, id, patch) =>
        ringing(stores.conversations.update(accountId, id, patch), () => ring(accountId)),
      fork: (wanted) => ringing(stores.conversations.fork(wanted), () => ring(wanted.row.accountId)),
      remove: (accountId, id) => ringing(stores.conversations.remove(accountId, id), () => ring(accountId)),
    },
    approvals: {
      ...stores.approvals,
      answer: (accountId, id, answer) =>
        ringing(stores.approvals.answer(accountId, id, answer), () => bus.publish({ topic: approvalTopic(id), id })),
    },
    close: () => stores.close(),
  };
}

function ringingTurns(
  turns: TurnStore,
  ring: (accountId: string, seq?: number) => void,
  reapedAccounts: readonly string[],
): TurnStore {
  return {
    ...turns,
    begin: (turn) => ringing(turns.begin(turn), (begun) => ring(turn.accountId, begun?.events.at(-1)?.seq)),
    append: (lease, events) => ringing(turns.append(lease, events), (rows) => ring(lease.accountId, rows.at(-1)?.seq)),
    reap: (options) =>
      ringing(turns.reap(options), (rows) => {
        if (rows.length > 0) for (const accountId of reapedAccounts) ring(accountId);
      }),
  };
}

async function ringing<Value>(write: Promise<Value>, ring: (value: Value) => void): Promise<Value> {
  const value = await write;
  ring(value);
  return value;
}
