import type { DatabaseTransaction } from "../schema.js";

/**
 * Of an account's own. The login first, so that nobody signs in meanwhile; then none that another one of these refers
 * to after it is gone.
 */
export const OWNED_TABLES = [
  "login",
  "sign_in",
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
] as const;

/** Everything that is stored of an account, in the caller's transaction. */
export async function removeAccountRows(trx: DatabaseTransaction, accountId: string): Promise<void> {
  for (const table of OWNED_TABLES) await trx.deleteFrom(table).where("account_id", "=", accountId).execute();
  await trx.deleteFrom("account").where("id", "=", accountId).execute();
}
