import type { EventStore } from "@loop/core/host";
import type { Database } from "../schema.js";
import { readLog } from "./event-log.js";

export function createEventStore(db: Database): EventStore {
  return {
    after: (query) => readLog(db, query),
    async lastSeq(accountId) {
      const account = await db.selectFrom("account").select("last_seq").where("id", "=", accountId).executeTakeFirst();
      return account?.last_seq ?? 0;
    },
  };
}
