import { ERROR_CODES, type StartErrorCode } from "@loop/contract";

/** Loop cannot start. `subject` names the thing itself: a variable, a folder, an address; never a secret. */
export class StartFailure extends Error {
  readonly code: StartErrorCode;
  readonly subject: string | null;

  constructor(code: StartErrorCode, subject: string | null = null) {
    super(code);
    this.name = "StartFailure";
    this.code = code;
    this.subject = subject;
  }
}

const FULL = new Set(["ENOSPC", "EDQUOT"]);

/** The system's own code of an error (`ENOSPC`, …), or null. Its message is never used: it may name anything. */
export function systemCode(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/** What went wrong with a file of the data directory, in Loop's words. */
export function fileFailure(error: unknown, path: string): StartFailure {
  if (error instanceof StartFailure) return error;
  const code = systemCode(error);
  if (code !== null && FULL.has(code)) return new StartFailure("disk-full", path);
  return new StartFailure("data-dir-unreadable", path);
}

/** What went wrong while listening on `address`. */
export function listenFailure(error: unknown, address: string): StartFailure {
  switch (systemCode(error)) {
    case "EADDRINUSE":
      return new StartFailure("port-taken", address);
    case "EACCES":
    case "EPERM":
      return new StartFailure("port-refused", address);
    default:
      return new StartFailure("address-unavailable", address);
  }
}

const START_CODES: ReadonlySet<string> = new Set([
  "disk-full",
  "database-unusable",
  "data-dir-unreadable",
  "database-unreachable",
  "database-refused",
  "database-newer",
  "backup-elsewhere",
] satisfies StartErrorCode[]);
/** They are about no file of the data directory, and the address of a database server holds a password. */
const SERVER_CODES: ReadonlySet<string> = new Set([
  "database-unreachable",
  "database-refused",
  "backup-elsewhere",
] satisfies StartErrorCode[]);

/** What went wrong with the stores below `path`; an error that says nothing a person can act on stays as it is. */
export function storeFailure(error: unknown, path: string): unknown {
  const code = systemCode(error);
  if (error instanceof StartFailure || code === null) return error;
  if (code === "storage-error") return new StartFailure("data-dir-unreadable", path);
  if (SERVER_CODES.has(code) && isStartCode(code)) return new StartFailure(code);
  if (isStartCode(code)) return new StartFailure(code, path);
  return FULL.has(code) ? new StartFailure("disk-full", path) : error;
}

function isStartCode(code: string): code is StartErrorCode {
  return START_CODES.has(code);
}

/** One line for stderr: the sentence, the thing it is about, the next step. Never a stack. */
export function failureLine(error: unknown): string {
  if (!(error instanceof StartFailure)) {
    const { sentence, nextStep } = ERROR_CODES["internal-error"];
    return `${sentence} ${nextStep}`;
  }
  const { sentence, nextStep } = ERROR_CODES[error.code];
  const subject = error.subject === null ? "" : ` (${error.subject})`;
  return `${sentence.replace(/\.$/, "")}${subject}. ${nextStep}`;
}
