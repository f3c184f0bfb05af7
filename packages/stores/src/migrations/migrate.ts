import { isDeepStrictEqual } from "node:util";
import { type Kysely, type Migration, Migrator, sql } from "kysely";
import { StoreError } from "../store-error.js";
import { firstTables } from "./first-tables.js";
import { sharedTables } from "./shared-tables.js";

/** Run in the order of their names, each once. A released one is never changed; a new one is added below. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "0001-first-tables": firstTables,
  "0002-shared-tables": sharedTables,
};

/**
 * Brings a database to this version, also while other processes do the same. A database of a newer version is refused
 * and left as it is. Resolves to the names of the changes that this call made. Throws `StoreError`.
 */
export async function migrate<Tables>(db: Kysely<Tables>, migrations = MIGRATIONS): Promise<readonly string[]> {
  const known = Object.keys(migrations).sort();
  if (isDeepStrictEqual(await migrationsDone(db), known)) return [];
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return (results ?? []).map((result) => result.migrationName);
  if (error instanceof StoreError) throw error;
  const isNewer = ((await migrationsDone(db)) ?? []).some((name) => !known.includes(name));
  throw new StoreError(isNewer ? "database-newer" : "database-unusable", error);
}

/** In order; null where there is no table of them that can be read, and the migrator finds out why. */
export async function migrationsDone<Tables>(db: Kysely<Tables>): Promise<readonly string[] | null> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    return rows.map((row) => row.name);
  } catch (error) {
    if (error instanceof StoreError && error.code !== "database-unusable") throw error;
    return null;
  }
}
