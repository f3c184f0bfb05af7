import type { DatabaseTransaction } from "../schema.js";

/** Of an account's own, and none that another one of these refers to after it is gone. */
const OWNED = [
  "memory",
  "persona",
  "mcp_server",
  "setting",
  "approval",
  "call",
  "message",
  "turn",
  "event",
  "conversation",
  "sign_in",
  "login",
] as const;

/** Everything that is stored of an account, in the caller's transaction. */
export async function removeAccountRows(trx: DatabaseTransaction, accountId: string): Promise<void> {
  for (const table of OWNED) await trx.deleteFrom(table).where("account_id", "=", accountId).execute();
  await trx.deleteFrom("account").where("id", "=", accountId).execute();
}
