import type { Message, TurnLease } from "@loop/core/host";
import { readJson } from "../json-column.js";
import type { Database, DatabaseTransaction } from "../schema.js";

/** In the caller's transaction; positions are the conversation's own and rise by one. */
export async function appendMessages(
  trx: DatabaseTransaction,
  lease: TurnLease,
  messages: readonly Message[],
): Promise<void> {
  if (messages.length === 0) return;
  const { last_message: last } = await trx
    .updateTable("conversation")
    .set((eb) => ({ last_message: eb("last_message", "+", messages.length) }))
    .where("id", "=", lease.conversationId)
    .returning("last_message")
    .executeTakeFirstOrThrow();
  for (const [index, message] of messages.entries()) {
    await trx
      .insertInto("message")
      .values({
        conversation_id: lease.conversationId,
        position: last - messages.length + 1 + index,
        account_id: lease.accountId,
        turn_id: lease.turnId,
        role: message.role,
        body: JSON.stringify(message),
      })
      .execute();
  }
}

export async function readMessages(
  db: Database,
  accountId: string,
  conversationId: string,
): Promise<readonly Message[]> {
  const rows = await db
    .selectFrom("message")
    .select("body")
    .where("conversation_id", "=", conversationId)
    .where("account_id", "=", accountId)
    .orderBy("position")
    .execute();
  return rows.map((row) => readJson<Message>(row.body));
}
