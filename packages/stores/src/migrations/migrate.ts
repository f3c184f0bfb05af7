import { type Kysely, type Migration, Migrator } from "kysely";
import { StoreError } from "../store-error.js";
import { firstTables } from "./first-tables.js";
import { sharedTables } from "./shared-tables.js";

/** Run in the order of their names, each once. A released one is never changed; a new one is added below. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "0001-first-tables": firstTables,
  "0002-shared-tables": sharedTables,
};

/** Brings a database to this version. A database of a newer version is refused and left as it is. */
export async function migrate<Tables>(db: Kysely<Tables>, migrations = MIGRATIONS): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  throw error instanceof StoreError ? error : new StoreError("database-unusable", error);
}
