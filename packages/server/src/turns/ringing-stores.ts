import type { AccountServerStore, Bus, Stores, TurnStore } from "@loop/core/host";
import { accountTopic, approvalTopic, serversTopic } from "./topics.js";

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
    personas: {
      ...stores.personas,
      remove: (accountId, id) => ringing(stores.personas.remove(accountId, id), () => ring(accountId)),
    },
    servers: ringingServers(stores.servers, (accountId) =>
      bus.publish({ topic: serversTopic(accountId), id: accountId }),
    ),
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

/** Other replicas hold what they captured of a server against the rows at once (SRV-09). */
function ringingServers(servers: AccountServerStore, ring: (accountId: string) => void): AccountServerStore {
  return {
    ...servers,
    add: (server) => ringing(servers.add(server), () => ring(server.accountId)),
    change: (target, patch) => ringing(servers.change(target, patch), () => ring(target.accountId)),
    remove: (accountId, id) => ringing(servers.remove(accountId, id), () => ring(accountId)),
    removeAll: (accountId) => ringing(servers.removeAll(accountId), () => ring(accountId)),
    suspend: (id, suspended) =>
      ringing(servers.suspend(id, suspended), (row) => {
        if (row !== null) ring(row.accountId);
      }),
    removeAny: (id) =>
      ringing(servers.removeAny(id), (accountId) => {
        if (accountId !== null) ring(accountId);
      }),
  };
}

async function ringing<Value>(write: Promise<Value>, ring: (value: Value) => void): Promise<Value> {
  const value = await write;
  ring(value);
  return value;
}
