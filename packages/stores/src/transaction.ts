import { isGivenUp } from "./dialects/postgres-errors.js";
import type { Database, DatabaseTransaction } from "./schema.js";

const MOST_TRIES = 5;

/**
 * Runs `work` in one transaction. Where PostgreSQL gives it up for another one that waits crosswise, it is run again, so
 * `work` changes nothing but rows.
 */
export async function transact<Value>(
  db: Database,
  work: (trx: DatabaseTransaction) => Promise<Value>,
): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (tries === MOST_TRIES || !isGivenUp(error)) throw error;
    }
  }
}
