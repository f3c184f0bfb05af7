import { type EventStore, LeaseLostError, type StoredEvent } from "@loop/core/host";
import { type Insertable, sql } from "kysely";
import { readJson } from "../json-column.js";
import type { Database, DatabaseTransaction, EventTable, LoggedEvent } from "../schema.js";
import { deltasAfter, joinedAfter, type Part } from "./text-runs.js";

/** Rows an INSERT takes at once; below SQLite's limit of 32,766 parameters. */
const ROWS_AT_ONCE = 1_000;

export interface EventScope {
  readonly accountId: string;
  readonly conversationId: string;
}

/** Gives the events their numbers and stores them, in the caller's transaction: a number given out is a row. */
export async function appendToLog(
  trx: DatabaseTransaction,
  scope: EventScope,
  events: readonly LoggedEvent[],
): Promise<readonly StoredEvent[]> {
  if (events.length === 0) return [];
  const lastSeq = await takeSequence(trx, scope.accountId, events.length);
  const firstSeq = lastSeq - events.length + 1;
  const stored = events.map((event, index) => asStored(event, firstSeq + index, scope.conversationId));
  const rows = events.map((event, index) => asRow(event, firstSeq + index, scope));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await trx
      .insertInto("event")
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
  return stored;
}

/**
 * Every change of an account's conversations and turns begins with its row, so that no two of them wait crosswise. The
 * update changes nothing but takes the lock.
 */
export async function lockAccount(trx: DatabaseTransaction, accountId: string): Promise<void> {
  await trx
    .updateTable("account")
    .set((eb) => ({ last_seq: eb.ref("last_seq") }))
    .where("id", "=", accountId)
    .execute();
}

/** The update locks the account's row until the transaction ends, so numbers rise in the order of the commits. */
async function takeSequence(trx: DatabaseTransaction, accountId: string, count: number): Promise<number> {
  const { last_seq } = await trx
    .updateTable("account")
    .set((eb) => ({ last_seq: eb("last_seq", "+", count) }))
    .where("id", "=", accountId)
    .returning("last_seq")
    .executeTakeFirstOrThrow(() => new LeaseLostError()); // the account is gone, and its turns with it
  return last_seq;
}

function asRow(event: LoggedEvent, seq: number, scope: EventScope): Insertable<EventTable> {
  const { seq: _seq, conversationId: _conversationId, ...body } = event;
  return {
    account_id: scope.accountId,
    seq,
    conversation_id: scope.conversationId,
    turn_id: "turnId" in event ? event.turnId : null,
    type: event.type,
    body: JSON.stringify(body),
    parts: null,
  };
}

function asStored(event: LoggedEvent, seq: number, conversationId: string): StoredEvent {
  return { ...event, seq, conversationId };
}

export type LogQuery = Parameters<EventStore["after"]>[0];

export async function readLog(db: Database, query: LogQuery): Promise<readonly StoredEvent[]> {
  const limit = query.maxBytes === undefined ? query.limit : await rowsWithin(db, query, query.maxBytes);
  if (limit === 0) return [];
  const rows = await matching(db, query).select(["seq", "conversation_id", "body", "parts"]).limit(limit).execute();
  return rows.flatMap((row) => eventsOf(row, query)).slice(0, query.limit);
}

function matching(db: Database, { accountId, seq, conversationId, type }: LogQuery) {
  return db
    .selectFrom("event")
    .where("account_id", "=", accountId)
    .where("seq", ">", seq)
    .$if(conversationId !== undefined, (select) => select.where("conversation_id", "=", conversationId ?? ""))
    .$if(type !== undefined, (select) => select.where("type", "=", type ?? "turn-end"))
    .orderBy("seq");
}

/** Bodies are measured where they are: reading one to learn its size would be what this is to spare. */
async function rowsWithin(db: Database, query: LogQuery, maxBytes: number): Promise<number> {
  const size = sql<number>`octet_length(body)`.as("bytes");
  const sizes = await matching(db, query).select(size).limit(query.limit).execute();
  let left = maxBytes;
  const beyond = sizes.findIndex(({ bytes }) => {
    left -= bytes;
    return left < 0;
  });
  return beyond < 0 ? sizes.length : Math.max(1, beyond);
}

/**
 * A merged row reads as the events it came from: a reader may have folded some of them already, and knows them by
 * their numbers.
 */
function eventsOf(
  row: Pick<EventTable, "seq" | "conversation_id" | "body" | "parts">,
  query: LogQuery,
): readonly StoredEvent[] {
  const event = asStored(readJson<LoggedEvent>(row.body), row.seq, row.conversation_id);
  if (row.parts === null || (event.type !== "text-delta" && event.type !== "reasoning-delta")) return [event];
  const split = query.joinText === true ? joinedAfter : deltasAfter;
  return split(event.text, readJson<readonly Part[]>(row.parts), query.seq).map((delta) => ({ ...event, ...delta }));
}
