import { Kysely, sql } from "kysely";
import { postgresDialect } from "./dialects/postgres.js";
import { forMigrations, forRequests } from "./dialects/postgres-config.js";
import { migrate } from "./migrations/migrate.js";
import type { Database, Tables } from "./schema.js";
import { StoreError } from "./store-error.js";

const CONNECTIONS = 10;

/** Connects, brings the tables to this version, also while other replicas do the same, and gives the pool. Throws `StoreError`. */
export async function openPostgres(url: string): Promise<Database> {
  await migratePostgres(url);
  return new Kysely<Tables>({ dialect: postgresDialect({ url, patience: forRequests, connections: CONNECTIONS }) });
}

async function migratePostgres(url: string): Promise<void> {
  const db = new Kysely<Tables>({ dialect: postgresDialect({ url, patience: forMigrations, connections: 1 }) });
  try {
    await refuseOtherEncodings(db);
    await migrate(db);
  } finally {
    await db.destroy();
  }
}

async function refuseOtherEncodings(db: Database): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db);
  if (rows[0]?.server_encoding !== "UTF8") throw new StoreError("database-unusable");
}
