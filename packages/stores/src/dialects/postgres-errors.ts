import { StoreError, type StoreErrorCode } from "../store-error.js";

/** SQLSTATE codes that are a state of the database or machine and not a bug of ours; a class stands for its two letters. */
const STATES: ReadonlyMap<string, StoreErrorCode> = new Map([
  ["08", "database-unreachable"], // connection
  ["28", "database-refused"], // user or password
  ["3D000", "database-refused"], // no such database
  ["42501", "database-refused"], // no right to it
  ["57P01", "database-unreachable"], // shut down
  ["57P02", "database-unreachable"], // crashed
  ["57P03", "database-unreachable"], // starting up
  ["57P05", "database-unreachable"], // idle for too long
  ["53300", "database-unreachable"], // too many connections
  ["53100", "disk-full"],
  ["53", "storage-error"], // out of memory and the like
  ["25P03", "storage-error"], // idle in a transaction for too long
  ["25006", "storage-error"], // read-only
  ["55P03", "storage-error"], // lock timeout
  ["57014", "storage-error"], // statement timeout
  ["40", "storage-error"], // given up for another transaction
  ["58", "storage-error"], // input and output
  ["XX001", "database-unusable"],
  ["XX002", "database-unusable"],
]);

/** What the driver says without a code when a connection cannot be had, or breaks. */
const LOST =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;
const NOT_HAD = /^timeout exceeded when trying to connect|^timeout expired|^The server does not support SSL/;
const SYSTEM_CODE = /^(?:E[A-Z]{3,}|[A-Z_]*CERT[A-Z_]*|ERR_(?:TLS|SSL|SOCKET)_.*|UNABLE_TO_.*)$/;
const GIVEN_UP: ReadonlySet<string> = new Set(["40P01", "40001"]);

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** Names what a person can act on; any other error stays as it is, since it is a bug. */
export function asPostgresStoreError(error: unknown): unknown {
  if (error instanceof StoreError) return error;
  const code = codeOf(error);
  const state = STATES.get(code) ?? STATES.get(code.slice(0, 2));
  if (code.length === 5 && state !== undefined) return new StoreError(state, error);
  return isLoss(error) ? new StoreError("database-unreachable", error) : error;
}

function isLoss(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isLoss);
  if (!(error instanceof Error)) return false;
  return SYSTEM_CODE.test(codeOf(error)) || LOST.test(error.message) || NOT_HAD.test(error.message);
}

/** After these a connection is of no more use. */
export function breaksConnection(error: unknown): boolean {
  return error instanceof StoreError && error.code === "database-unreachable";
}

/** PostgreSQL gave this transaction up in favour of another one: nothing of it was kept, and it may be run again. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof StoreError && GIVEN_UP.has(codeOf(error.cause));
}
