import type { ErrorCode } from "@loop/contract";

export type FileResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly code: ErrorCode };

/** Thrown inside this folder only; the scope's face turns it into a value. */
export class FileFailure extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(code);
    this.name = "FileFailure";
    this.code = code;
  }
}

const OF_SYSTEM: Readonly<Record<string, ErrorCode>> = {
  ENOENT: "file-missing",
  ENOTDIR: "folder-is-file",
  EISDIR: "file-is-folder",
  EACCES: "path-denied",
  EPERM: "path-denied",
  EROFS: "path-denied",
  ELOOP: "too-many-links",
  ENAMETOOLONG: "path-invalid",
  EINVAL: "path-invalid",
  ENXIO: "file-special",
  ENODEV: "file-special",
  ENOSPC: "file-unwritten",
  EDQUOT: "file-unwritten",
  EFBIG: "file-unwritten",
};

/** The system's code of an error (`ENOENT`), or null. Its text names places of the host and goes nowhere. */
export function systemCode(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

export async function asResult<T>(work: () => Promise<T>): Promise<FileResult<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof FileFailure) return { ok: false, code: error.code };
    const code = systemCode(error);
    if (code === null) throw error;
    return { ok: false, code: OF_SYSTEM[code] ?? "file-unread" };
  }
}
