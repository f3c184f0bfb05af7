import { Kysely, sql } from "kysely";
import { postgresDialect } from "./dialects/postgres.js";
import { forMigrations, forRequests } from "./dialects/postgres-config.js";
import { migrate } from "./migrations/migrate.js";
import type { Database, Tables } from "./schema.js";
import { StoreError } from "./store-error.js";

/** Connects, brings the tables to this version, also while other replicas do the same, and gives the pool. Throws `StoreError`. */
export async function openPostgres(url: string, options: { readonly connections: number }): Promise<Database> {
  await migratePostgres(url);
  return new Kysely<Tables>({ dialect: postgresDialect({ url, patience: forRequests, ...options }) });
}

/** Brings the tables to this version; resolves to the names of the changes that were made. */
export async function migratePostgres(url: string): Promise<readonly string[]> {
  const db = new Kysely<Tables>({ dialect: postgresDialect({ url, patience: forMigrations, connections: 1 }) });
  try {
    await refuseOtherEncodings(db);
    return await migrate(db);
  } finally {
    await db.destroy();
  }
}

async function refuseOtherEncodings(db: Database): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db);
  if (rows[0]?.server_encoding !== "UTF8") throw new StoreError("database-unusable");
}
