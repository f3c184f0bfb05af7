import { type ErrorCode, errorText } from "@loop/contract";

export type StoreErrorCode = Extract<
  ErrorCode,
  | "disk-full"
  | "storage-error"
  | "database-unusable"
  | "database-unreachable"
  | "database-refused"
  | "database-newer"
  | "backup-elsewhere"
  | "data-dir-unreadable"
  | "conversation-unknown"
  | "setting-invalid"
>;

/** An expected failure of a store. Nothing of the failed change was written. `cause` is for a debugger, never for a reader. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, cause?: unknown) {
    super(errorText(code).sentence, { cause });
    this.name = "StoreError";
    this.code = code;
  }
}

/** SQLite's primary result codes that are a state of the machine and not a bug of ours. */
const SQLITE_CODES: ReadonlyMap<number, StoreErrorCode> = new Map([
  [3, "storage-error"], // PERM
  [5, "storage-error"], // BUSY, after the busy timeout
  [6, "storage-error"], // LOCKED
  [8, "storage-error"], // READONLY
  [10, "storage-error"], // IOERR
  [11, "database-unusable"], // CORRUPT
  [13, "disk-full"], // FULL
  [14, "storage-error"], // CANTOPEN
  [26, "database-unusable"], // NOTADB
]);

/** SQLite's primary result code of an error that its driver threw; null for any other error. */
export function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !("errcode" in error)) return null;
  return typeof error.errcode === "number" ? error.errcode & 0xff : null;
}

/** Names what a person can act on; any other error stays as it is, since it is a bug. */
export function asStoreError(error: unknown): unknown {
  const code = SQLITE_CODES.get(sqliteCode(error) ?? 0);
  return code === undefined ? error : new StoreError(code, error);
}

/** The same for an error of the file system, met while a database is being opened or copied. */
export function asFileError(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  switch (error.code) {
    case "EACCES":
    case "EPERM":
    case "EROFS":
    case "ENOENT":
    case "ENOTDIR":
    case "EEXIST":
      return new StoreError("data-dir-unreadable", error);
    case "ENOSPC":
    case "EDQUOT":
      return new StoreError("disk-full", error);
    case "EISDIR":
      return new StoreError("database-unusable", error);
    case "EIO":
      return new StoreError("storage-error", error);
    default:
      return error;
  }
}
