import type { KnownSignIn, NewSignIn, PasswordChange, SignInRow, SignInStore } from "@loop/core/host";
import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "../schema.js";
import { epochMs, type StoreClock } from "../store-clock.js";

/** Browsers of one account; a script that signs in for every request must not fill the disk. */
const MOST_SIGN_INS = 50;

export function createSignInStore(db: Database, clock: StoreClock): SignInStore {
  return {
    start: (signIn) => db.transaction().execute((trx) => start(trx, signIn, clock)),
    find: (tokenHash) => find(db, tokenHash, clock),
    async touch(id, lifetimeMs) {
      await db
        .updateTable("sign_in")
        .set({ last_used_at: clock.isoNow(), expires_at_ms: epochMs(clock) + lifetimeMs })
        .where("id", "=", id)
        .execute();
    },
    list: (accountId) => list(db, accountId, clock),
    async end(accountId, id) {
      const ended = await db
        .deleteFrom("sign_in")
        .where("id", "=", id)
        .where("account_id", "=", accountId)
        .returning("id")
        .executeTakeFirst();
      return ended !== undefined;
    },
  };
}

async function start(trx: DatabaseTransaction, signIn: NewSignIn, clock: StoreClock): Promise<boolean> {
  const { id, accountId, replaces, expectedHash } = signIn;
  const nowMs = epochMs(clock);
  const now = clock.isoNow();
  if (!(await holdLogin(trx, { accountId, expectedHash }))) return false;
  await trx.deleteFrom("sign_in").where("expires_at_ms", "<=", nowMs).execute();
  if (replaces !== null) await trx.deleteFrom("sign_in").where("id", "=", replaces).execute();
  await trx
    .insertInto("sign_in")
    .values({
      id,
      account_id: accountId,
      token_hash: signIn.tokenHash,
      device: signIn.device,
      created_at: now,
      last_used_at: now,
      expires_at_ms: nowMs + signIn.lifetimeMs,
    })
    .execute();
  await endSurplus(trx, { accountId, keep: id });
  return true;
}

/** Locks the login until the transaction ends, so that a suspension or a new password comes before or after. */
async function holdLogin(
  trx: DatabaseTransaction,
  login: { readonly accountId: string; readonly expectedHash: string },
): Promise<boolean> {
  const held = await trx
    .updateTable("login")
    .set({ status: sql.ref("status") })
    .where("account_id", "=", login.accountId)
    .where("password_hash", "=", login.expectedHash)
    .where("status", "=", "active")
    .returning("account_id")
    .executeTakeFirst();
  return held !== undefined;
}

async function endSurplus(
  trx: DatabaseTransaction,
  { accountId, keep }: { readonly accountId: string; readonly keep: string },
): Promise<void> {
  const rows = await trx
    .selectFrom("sign_in")
    .select("id")
    .where("account_id", "=", accountId)
    .where("id", "!=", keep)
    .orderBy("last_used_at", "desc")
    .orderBy("id")
    .execute();
  const surplus = rows.slice(MOST_SIGN_INS - 1).map((row) => row.id);
  if (surplus.length > 0) await trx.deleteFrom("sign_in").where("id", "in", surplus).execute();
}

async function find(db: Database, tokenHash: string, clock: StoreClock): Promise<KnownSignIn | null> {
  const row = await db
    .selectFrom("sign_in")
    .innerJoin("login", "login.account_id", "sign_in.account_id")
    .select(["sign_in.id as signInId", "sign_in.account_id as accountId", "login.role", "last_used_at as lastUsedAt"])
    .where("token_hash", "=", tokenHash)
    .where("expires_at_ms", ">", epochMs(clock))
    .where("login.status", "=", "active")
    .executeTakeFirst();
  return row ?? null;
}

async function list(db: Database, accountId: string, clock: StoreClock): Promise<readonly SignInRow[]> {
  return db
    .selectFrom("sign_in")
    .select(["id", "created_at as createdAt", "last_used_at as lastUsedAt", "device"])
    .where("account_id", "=", accountId)
    .where("expires_at_ms", ">", epochMs(clock))
    .orderBy("lastUsedAt", "desc")
    .orderBy("id")
    .execute();
}

/** Compare-and-set: the new password replaces the one that was compared, and one sign-in goes on. */
export async function changePassword(trx: DatabaseTransaction, change: PasswordChange): Promise<boolean> {
  const { accountId, expectedHash, passwordHash, signInId, tokenHash } = change;
  if (!(await holdLogin(trx, { accountId, expectedHash }))) return false;
  const kept = await trx
    .updateTable("sign_in")
    .set({ token_hash: tokenHash })
    .where("id", "=", signInId)
    .where("account_id", "=", accountId)
    .returning("id")
    .executeTakeFirst();
  if (kept === undefined) return false;
  await trx.updateTable("login").set({ password_hash: passwordHash }).where("account_id", "=", accountId).execute();
  await trx.deleteFrom("sign_in").where("account_id", "=", accountId).where("id", "!=", signInId).execute();
  return true;
}
