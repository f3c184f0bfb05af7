import type { SettingStore } from "@loop/core/host";
import type { Database } from "../schema.js";

export function createSettingStore(db: Database): SettingStore {
  return {
    async get(accountId, key) {
      const row = await db
        .selectFrom("setting")
        .select("value")
        .where("account_id", "=", accountId)
        .where("key", "=", key)
        .executeTakeFirst();
      return row?.value ?? null;
    },
    async keep(accountId, key, value) {
      await db
        .insertInto("setting")
        .values({ account_id: accountId, key, value })
        .onConflict((conflict) => conflict.columns(["account_id", "key"]).doNothing())
        .execute();
      const row = await db
        .selectFrom("setting")
        .select("value")
        .where("account_id", "=", accountId)
        .where("key", "=", key)
        .executeTakeFirst();
      return row?.value ?? value;
    },
    async set(accountId, key, value) {
      if (value === null) {
        await db.deleteFrom("setting").where("account_id", "=", accountId).where("key", "=", key).execute();
        return;
      }
      await db
        .insertInto("setting")
        .values({ account_id: accountId, key, value })
        .onConflict((conflict) => conflict.columns(["account_id", "key"]).doUpdateSet({ value }))
        .execute();
    },
  };
}
