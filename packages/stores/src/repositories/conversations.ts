import type { Conversation } from "@loop/contract";
import type { ConversationFork, ConversationPatch, ConversationRow, ConversationStore } from "@loop/core/host";
import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "../schema.js";
import type { StoreClock } from "../store-clock.js";
import { transact } from "../transaction.js";
import { copyEarlierTurns, turnBeginsAt } from "./earlier-turns.js";
import { appendToLog, lockAccount } from "./event-log.js";
import { readMessages } from "./messages.js";

export function createConversationStore(db: Database, clock: StoreClock): ConversationStore {
  return {
    create: (row) => transact(db, (trx) => create(trx, { row, now: clock.isoNow() })),
    list: (accountId) => list(db, accountId),
    get: (accountId, id) => find(db, accountId, id),
    update: (accountId, id, patch) =>
      transact(db, (trx) => updateConversation(trx, { accountId, id, patch, now: clock.isoNow() })),
    fork: (wanted) => transact(db, (trx) => fork(trx, wanted, clock.isoNow())),
    remove: (accountId, id) => transact(db, (trx) => remove(trx, { accountId, id, now: clock.isoNow() })),
    messages: (accountId, id) => readMessages(db, accountId, id),
  };
}

/** A literal, so that SQLite may use the index of running turns. */
const running = sql.lit("running" as const);

function select(db: Database, accountId: string) {
  return db
    .selectFrom("conversation")
    .leftJoin("turn", (join) =>
      join.onRef("turn.conversation_id", "=", "conversation.id").on("turn.status", "=", running),
    )
    .select([
      "conversation.id",
      "conversation.account_id as accountId",
      "title",
      "permission",
      "workspace",
      "conversation.mcp",
      "conversation.persona_id as personaId",
      "created_at as createdAt",
      "updated_at as updatedAt",
      "turn.id as runningTurnId",
    ])
    .where("conversation.account_id", "=", accountId);
}

async function list(db: Database, accountId: string): Promise<readonly ConversationRow[]> {
  const rows = await select(db, accountId).orderBy("updatedAt", "desc").orderBy("conversation.id", "desc").execute();
  return rows.map(asRow);
}

async function find(db: Database, accountId: string, id: string): Promise<ConversationRow | null> {
  const row = await select(db, accountId).where("conversation.id", "=", id).executeTakeFirst();
  return row === undefined ? null : asRow(row);
}

function asRow<Row extends { readonly mcp: number | null }>(row: Row) {
  return { ...row, mcp: row.mcp === null ? null : row.mcp === 1 };
}

function asFlag(choice: boolean | null): number | null {
  return choice === null ? null : Number(choice);
}

interface Creation {
  readonly row: Omit<ConversationRow, "runningTurnId" | "updatedAt">;
  readonly now: string;
}

async function create(trx: DatabaseTransaction, { row, now }: Creation): Promise<ConversationRow> {
  await trx
    .insertInto("account")
    .values({ id: row.accountId, last_seq: 0 })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  await trx
    .insertInto("conversation")
    .values({
      id: row.id,
      account_id: row.accountId,
      title: row.title,
      permission: row.permission,
      workspace: row.workspace,
      mcp: asFlag(row.mcp ?? null),
      persona_id: row.personaId ?? null,
      created_at: row.createdAt,
      updated_at: row.createdAt,
      last_message: 0,
    })
    .execute();
  const { mcp = null, personaId = null } = row;
  const created: ConversationRow = { ...row, mcp, personaId, updatedAt: row.createdAt, runningTurnId: null };
  await logConversation(trx, { row: created, conversation: asConversation(created), now });
  return created;
}

async function fork(trx: DatabaseTransaction, wanted: ConversationFork, now: string): Promise<ConversationRow | null> {
  const { row, from, beforeTurnId, newId } = wanted;
  const { accountId } = row;
  await lockAccount(trx, accountId);
  const beforeSeq = await turnBeginsAt(trx, { accountId, conversationId: from, turnId: beforeTurnId });
  if (beforeSeq === null) return null;
  const created = await create(trx, { row, now });
  await copyEarlierTurns(trx, { accountId, from, to: row.id, beforeSeq, newId });
  return created;
}

interface Update {
  readonly accountId: string;
  readonly id: string;
  readonly patch: ConversationPatch;
  readonly now: string;
}

export async function updateConversation(trx: DatabaseTransaction, change: Update): Promise<ConversationRow | null> {
  const { title, permission, workspace, mcp, personaId } = change.patch;
  await lockAccount(trx, change.accountId);
  await trx
    .updateTable("conversation")
    .set({
      updated_at: change.now,
      ...(title === undefined ? {} : { title }),
      ...(permission === undefined ? {} : { permission }),
      ...(workspace === undefined ? {} : { workspace }),
      ...(mcp === undefined ? {} : { mcp: asFlag(mcp) }),
      ...(personaId === undefined ? {} : { persona_id: personaId }),
    })
    .where("id", "=", change.id)
    .where("account_id", "=", change.accountId)
    .execute();
  const row = await find(trx, change.accountId, change.id);
  if (row !== null) await logConversation(trx, { row, conversation: asConversation(row), now: change.now });
  return row;
}

/** Turns, messages, questions and calls go with the conversation; its events are told by their column. */
async function remove(
  trx: DatabaseTransaction,
  target: { readonly accountId: string; readonly id: string; readonly now: string },
): Promise<boolean> {
  await lockAccount(trx, target.accountId);
  const removed = await trx
    .deleteFrom("conversation")
    .where("id", "=", target.id)
    .where("account_id", "=", target.accountId)
    .returning("id")
    .executeTakeFirst();
  if (removed === undefined) return false;
  await trx
    .deleteFrom("event")
    .where("conversation_id", "=", target.id)
    .where("account_id", "=", target.accountId)
    .execute();
  await logConversation(trx, { row: target, conversation: null, now: target.now });
  return true;
}

async function logConversation(
  trx: DatabaseTransaction,
  entry: {
    readonly row: { readonly accountId: string; readonly id: string };
    readonly conversation: Conversation | null;
    readonly now: string;
  },
): Promise<void> {
  const { accountId, id } = entry.row;
  const scope = { accountId, conversationId: id };
  const event = { type: "conversation", at: entry.now, conversationId: id, conversation: entry.conversation } as const;
  await appendToLog(trx, scope, [event]);
}

function asConversation({ accountId: _accountId, ...conversation }: ConversationRow): Conversation {
  return conversation;
}
