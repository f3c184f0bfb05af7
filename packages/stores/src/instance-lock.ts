import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFile } from "./dialects/sqlite.js";
import { loadSqlite, type SqliteConnection } from "./dialects/sqlite-module.js";
import { asFileError, asStoreError, sqliteCode } from "./store-error.js";

export type InstanceLock =
  | { readonly kind: "locked"; setUrl(url: string): void; release(): void }
  /** `url` is null while the other one has not said where it listens. */
  | { readonly kind: "taken"; readonly url: string | null };

const BUSY = 5;

/**
 * Makes this process the only server of a data directory, until `release` or its end in whatever way: the lock is the
 * operating system's. Throws `StoreError` where the directory cannot be used.
 */
export async function lockInstance(dataDir: string, options: { readonly url: string | null }): Promise<InstanceLock> {
  const { DatabaseSync } = await loadSqlite();
  const file = join(dataDir, "instance.db");
  const noteFile = join(dataDir, "instance.json");
  makePrivateFile(file);
  const connection = takeLock(() => new DatabaseSync(file));
  if (connection === null) return { kind: "taken", url: readNote(noteFile) };

  let isHeld = true;
  const release = () => {
    if (!isHeld) return;
    isHeld = false;
    rmSync(noteFile, { force: true });
    connection.close();
  };
  const setUrl = (url: string | null) => writeNote(noteFile, url);
  try {
    setUrl(options.url);
  } catch (error) {
    release();
    throw error;
  }
  return { kind: "locked", setUrl, release };
}

/** Null when another process holds it. */
function takeLock(open: () => SqliteConnection): SqliteConnection | null {
  let connection: SqliteConnection | undefined;
  try {
    connection = open();
    connection.exec("pragma busy_timeout = 0");
    connection.exec("begin exclusive");
    return connection;
  } catch (error) {
    connection?.close();
    if (sqliteCode(error) === BUSY) return null;
    throw asStoreError(error);
  }
}

function writeNote(file: string, url: string | null): void {
  try {
    rmSync(file, { force: true });
    writeFileSync(file, JSON.stringify({ url }), { mode: 0o600, flag: "wx" });
  } catch (error) {
    throw asFileError(error);
  }
}

/** The note may be missing or half written while the other server starts or stops. */
function readNote(file: string): string | null {
  try {
    const note: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (typeof note !== "object" || note === null || !("url" in note)) return null;
    return typeof note.url === "string" ? note.url : null;
  } catch {
    return null;
  }
}
