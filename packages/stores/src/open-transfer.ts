import { Kysely, sql } from "kysely";
import { openSqlite } from "./dialects/sqlite.js";
import { migrate } from "./migrations/migrate.js";
import { reapTurns } from "./reaping.js";
import type { Database, Tables } from "./schema.js";
import { postgresClock, type StoreClock, systemClock } from "./store-clock.js";
import type { Tally } from "./transfer/digest.js";
import { exportRows } from "./transfer/export-rows.js";
import { type ImportProblem, ImportRefusal, importRows } from "./transfer/import-rows.js";

export type TransferOutcome =
  | ({ readonly kind: "done" } & Tally)
  | { readonly kind: "refused"; readonly problem: TransferProblem };
export type TransferProblem = ImportProblem | "in-use";

/** An instance's rows as a whole, to be moved into another database. */
export interface Transfer {
  /** Ends what was cut off, then writes every row of one moment. */
  exportTo(write: (line: string) => Promise<void>): Promise<TransferOutcome>;
  /** All of it or nothing, and only into empty tables. */
  importFrom(lines: AsyncIterable<string>): Promise<TransferOutcome>;
  close(): Promise<void>;
}

/**
 * Brings a database to this version without opening it for work, and resolves to the names of the changes that were made.
 * Throws `StoreError`.
 */
export async function migrateDatabase(
  place: { readonly file: string } | { readonly url: string },
): Promise<readonly string[]> {
  if ("url" in place) return (await import("./open-postgres.js")).migratePostgres(place.url);
  const db = new Kysely<Tables>({ dialect: (await openSqlite(place.file)).dialect });
  try {
    return await migrate(db);
  } finally {
    await db.destroy();
  }
}

/**
 * For a program of its own while Loop does not run: with SQLite the caller holds the data directory, with PostgreSQL other
 * connections are looked for. Throws `StoreError`.
 */
export async function openTransfer(place: { readonly file: string } | { readonly url: string }): Promise<Transfer> {
  const source = "file" in place ? await sqliteSource(place.file) : await postgresSource(place.url);
  const { db } = source;
  const whole = () => db.transaction().setIsolationLevel("repeatable read");
  return {
    async exportTo(write) {
      if (await source.isInUse()) return { kind: "refused", problem: "in-use" };
      await reapTurns(source, { owner: "export", all: true });
      return { kind: "done", ...(await whole().execute((trx) => exportRows(trx, write))) };
    },
    async importFrom(lines) {
      if (await source.isInUse()) return { kind: "refused", problem: "in-use" };
      try {
        return { kind: "done", ...(await db.transaction().execute((trx) => importRows(trx, lines))) };
      } catch (error) {
        if (error instanceof ImportRefusal) return { kind: "refused", problem: error.problem };
        throw error;
      }
    },
    close: () => db.destroy(),
  };
}

interface Source {
  readonly db: Database;
  readonly clock: StoreClock;
  readonly isInUse: () => Promise<boolean>;
}

async function sqliteSource(file: string): Promise<Source> {
  const db = new Kysely<Tables>({ dialect: (await openSqlite(file)).dialect });
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { db, clock: systemClock, isInUse: async () => false };
}

/** One connection, so that every other one that bears Loop's name is somebody else's. */
async function postgresSource(url: string): Promise<Source> {
  const { openPostgres } = await import("./open-postgres.js");
  const db = await openPostgres(url, { connections: 1 });
  return { db, clock: postgresClock, isInUse: () => hasOtherConnections(db) };
}

const LOOKS = 10;

/** A connection that was just closed is still listed for a moment, so that what is there is looked at again. */
async function hasOtherConnections(db: Database): Promise<boolean> {
  for (let look = 1; look <= LOOKS; look += 1) {
    const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
      and application_name = current_setting('application_name') and pid <> pg_backend_pid() limit 1`.execute(db);
    if (rows.length === 0) return false;
    await sql`select pg_sleep(0.1)`.execute(db);
  }
  return true;
}
