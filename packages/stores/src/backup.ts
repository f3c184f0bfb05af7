import { closeSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { sql } from "kysely";
import { IN_MEMORY, type OpenSqlite } from "./dialects/sqlite.js";
import type { Database } from "./schema.js";
import { asFileError, asStoreError, StoreError } from "./store-error.js";

export interface BackupSource {
  readonly sqlite: OpenSqlite;
  readonly db: Database;
}

/** More pages than any file has: in one step the copy is of one moment, and never begins anew because of a write. */
const ALL_PAGES = 2_147_483_647;

/**
 * Copies a database while it is in use. The copy gets its name only once it is whole, and only its owner can read it.
 * An older file of that name is replaced, but never the database itself. Throws `StoreError`.
 */
export async function backUp(source: BackupSource, file: string): Promise<void> {
  if (isSameFile(source.sqlite.file, file)) throw new StoreError("setting-invalid");
  const unfinished = `${file}.unfinished`;
  try {
    rmSync(unfinished, { force: true });
    closeSync(openSync(unfinished, "wx", 0o600));
    await copy(source, unfinished);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw asFileError(asStoreError(error));
  }
}

/** From a connection of its own: the one that writes is never shared with the thread that copies. */
async function copy({ sqlite, db }: BackupSource, target: string): Promise<void> {
  if (sqlite.file === IN_MEMORY) {
    await sql`vacuum into ${target}`.execute(db);
    return;
  }
  const reader = new sqlite.module.DatabaseSync(sqlite.file);
  try {
    if (sqlite.module.backup === undefined) reader.prepare("vacuum into ?").run(target);
    else await sqlite.module.backup(reader, target, { rate: ALL_PAGES });
  } finally {
    reader.close();
  }
}

function isSameFile(source: string, target: string): boolean {
  const from = statSync(source, { throwIfNoEntry: false });
  const to = statSync(target, { throwIfNoEntry: false });
  return from !== undefined && to !== undefined && from.dev === to.dev && from.ino === to.ino;
}
