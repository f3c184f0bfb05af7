import type { AccountRole } from "@loop/contract";
import type { InviteStore } from "@loop/core/host";
import type { Database, DatabaseTransaction } from "../schema.js";
import { epochMs, type StoreClock } from "../store-clock.js";

export function createInviteStore(db: Database, clock: StoreClock): InviteStore {
  return {
    async create({ id, codeHash, role, lifetimeMs }) {
      const createdAt = clock.isoNow();
      const expiresAtMs = epochMs(clock) + lifetimeMs;
      await db.deleteFrom("invite").where("expires_at_ms", "<=", epochMs(clock)).execute();
      await db
        .insertInto("invite")
        .values({ id, code_hash: codeHash, role, created_at: createdAt, expires_at_ms: expiresAtMs })
        .execute();
      return { id, role, createdAt, expiresAt: asIso(expiresAtMs) };
    },
    isValid: async (codeHash) => (await roleOfInvite(db, codeHash, clock)) !== null,
    async list() {
      const rows = await db
        .selectFrom("invite")
        .select(["id", "role", "created_at as createdAt", "expires_at_ms as expiresAtMs"])
        .where("expires_at_ms", ">", epochMs(clock))
        .orderBy("createdAt")
        .orderBy("id")
        .execute();
      return rows.map(({ expiresAtMs, ...invite }) => ({ ...invite, expiresAt: asIso(expiresAtMs) }));
    },
    async revoke(id) {
      const revoked = await db.deleteFrom("invite").where("id", "=", id).returning("id").executeTakeFirst();
      return revoked !== undefined;
    },
  };
}

/** Null when no account can be made with it. */
export async function roleOfInvite(
  db: Database | DatabaseTransaction,
  codeHash: string,
  clock: StoreClock,
): Promise<AccountRole | null> {
  const row = await db
    .selectFrom("invite")
    .select("role")
    .where("code_hash", "=", codeHash)
    .where("expires_at_ms", ">", epochMs(clock))
    .executeTakeFirst();
  return row?.role ?? null;
}

/** True for exactly one caller. */
export async function useInvite(trx: DatabaseTransaction, codeHash: string): Promise<boolean> {
  const used = await trx.deleteFrom("invite").where("code_hash", "=", codeHash).returning("id").executeTakeFirst();
  return used !== undefined;
}

function asIso(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
