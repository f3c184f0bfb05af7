import { closeSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import type { OpenSqlite } from "./dialects/sqlite.js";
import { asFileError, asStoreError, StoreError } from "./store-error.js";

/**
 * Copies a database while it is in use. The copy gets its name only once it is whole, and only its owner can read it.
 * An older file of that name is replaced, but never the database itself. Throws `StoreError`.
 */
export async function backUp({ module, connection, file: source }: OpenSqlite, file: string): Promise<void> {
  if (isSameFile(source, file)) throw new StoreError("setting-invalid");
  const unfinished = `${file}.unfinished`;
  try {
    rmSync(unfinished, { force: true });
    closeSync(openSync(unfinished, "wx", 0o600));
    if (module.backup === undefined) connection.prepare("vacuum into ?").run(unfinished);
    else await module.backup(connection, unfinished);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw asFileError(asStoreError(error));
  }
}

function isSameFile(source: string, target: string): boolean {
  const from = statSync(source, { throwIfNoEntry: false });
  const to = statSync(target, { throwIfNoEntry: false });
  return from !== undefined && to !== undefined && from.dev === to.dev && from.ino === to.ino;
}
