import { closeSync, openSync, renameSync, rmSync } from "node:fs";
import type { OpenSqlite } from "./dialects/sqlite.js";
import { asFileError, asStoreError } from "./store-error.js";

/**
 * Copies a database while it is in use. The copy gets its name only once it is whole, and only its owner can read it.
 * An older file of that name is replaced. Throws `StoreError`.
 */
export async function backUp({ module, connection }: OpenSqlite, file: string): Promise<void> {
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
