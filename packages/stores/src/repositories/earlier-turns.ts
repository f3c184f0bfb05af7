import { readJson } from "../json-column.js";
import type { DatabaseTransaction, LoggedEvent } from "../schema.js";
import { appendToLog } from "./event-log.js";

export interface TurnCopy {
  readonly accountId: string;
  readonly from: string;
  readonly to: string;
  /** The number of the first event that is not copied. */
  readonly beforeSeq: number;
  readonly newId: () => string;
}

/** Where a turn of this conversation begins in the log; null where it is no turn of it. */
export async function turnBeginsAt(
  trx: DatabaseTransaction,
  turn: { readonly accountId: string; readonly conversationId: string; readonly turnId: string },
): Promise<number | null> {
  const first = await trx
    .selectFrom("event")
    .select("seq")
    .where("account_id", "=", turn.accountId)
    .where("conversation_id", "=", turn.conversationId)
    .where("turn_id", "=", turn.turnId)
    .orderBy("seq")
    .limit(1)
    .executeTakeFirst();
  return first?.seq ?? null;
}

/**
 * Copies what happened before, under new turn ids: what was said, how each call went, and the history the model reads.
 * Questions and records of calls stay where they are: a copy can neither be answered nor sent.
 */
export async function copyEarlierTurns(trx: DatabaseTransaction, copy: TurnCopy): Promise<void> {
  const events = await earlierEvents(trx, copy);
  const ids = new Map<string, string>();
  for (const { turnId } of events) ids.set(turnId, ids.get(turnId) ?? copy.newId());
  await copyTurns(trx, copy, ids);
  await appendToLog(
    trx,
    { accountId: copy.accountId, conversationId: copy.to },
    events.map((event) => ({ ...event, turnId: ids.get(event.turnId) ?? event.turnId })),
  );
  await copyMessages(trx, copy, ids);
}

type EventOfTurn = Exclude<LoggedEvent, { type: "conversation" }>;

async function earlierEvents(trx: DatabaseTransaction, copy: TurnCopy): Promise<readonly EventOfTurn[]> {
  const rows = await trx
    .selectFrom("event")
    .select("body")
    .where("account_id", "=", copy.accountId)
    .where("conversation_id", "=", copy.from)
    .where("seq", "<", copy.beforeSeq)
    .where("type", "not in", ["conversation", "approval-request"])
    .orderBy("seq")
    .execute();
  return rows.map((row) => readJson<EventOfTurn>(row.body));
}

async function copyTurns(trx: DatabaseTransaction, copy: TurnCopy, ids: ReadonlyMap<string, string>): Promise<void> {
  const turns = await trx
    .selectFrom("turn")
    .selectAll()
    .where("account_id", "=", copy.accountId)
    .where("conversation_id", "=", copy.from)
    .where("status", "!=", "running")
    .execute();
  for (const turn of turns) {
    const id = ids.get(turn.id);
    if (id === undefined) continue;
    await trx
      .insertInto("turn")
      .values({ ...turn, id, conversation_id: copy.to, lease_until_ms: 0 })
      .execute();
  }
}

async function copyMessages(trx: DatabaseTransaction, copy: TurnCopy, ids: ReadonlyMap<string, string>): Promise<void> {
  const messages = await trx
    .selectFrom("message")
    .selectAll()
    .where("account_id", "=", copy.accountId)
    .where("conversation_id", "=", copy.from)
    .orderBy("position")
    .execute();
  const earlier = messages.flatMap((message) => {
    const turnId = ids.get(message.turn_id);
    return turnId === undefined ? [] : [{ ...message, turn_id: turnId, conversation_id: copy.to }];
  });
  for (const [index, message] of earlier.entries()) {
    await trx
      .insertInto("message")
      .values({ ...message, position: index + 1 })
      .execute();
  }
  await trx.updateTable("conversation").set({ last_message: earlier.length }).where("id", "=", copy.to).execute();
}
