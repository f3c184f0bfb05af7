import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { lock } from "proper-lockfile";

/** Another process held the file's lock for the whole time that was waited. */
export class FileBusyError extends Error {
  constructor() {
    super("the file is locked by another process");
    this.name = "FileBusyError";
  }
}

const staleLockMs = 5_000;
/** A holder says this often that it is still there. */
const updateLockMs = 1_000;
const retryEveryMs = 100;
/** A temporary file of a running write is younger than this. */
const staleTempMs = 60_000;

export interface LockWait {
  /** How long another holder is waited for. */
  readonly waitMs: number;
}

/**
 * Runs `task` while holding the lock of `file` (a directory beside it). The file itself may be missing; its directory is
 * made, readable by its owner only. Rejects with `FileBusyError` when the lock stays held. A process that slept too long
 * may lose the lock to another one; ask before the write.
 */
export async function withFileLock<T>(
  file: string,
  wait: LockWait,
  task: (held: { isLost(): boolean }) => Promise<T>,
): Promise<T> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  let compromised = false;
  const release = await acquire(file, wait, () => {
    compromised = true;
  });
  try {
    return await task({ isLost: () => compromised });
  } finally {
    if (!compromised) await release().catch(() => undefined);
  }
}

async function acquire(file: string, wait: LockWait, onCompromised: () => void): Promise<() => Promise<void>> {
  const retries = Math.max(0, Math.ceil(wait.waitMs / retryEveryMs));
  try {
    return await lock(file, {
      realpath: false,
      stale: staleLockMs,
      update: updateLockMs,
      retries: { retries, factor: 1, minTimeout: retryEveryMs, maxTimeout: retryEveryMs },
      onCompromised,
    });
  } catch (error) {
    if (isErrno(error, "ELOCKED")) throw new FileBusyError();
    throw error;
  }
}

/**
 * Replaces `file` as a whole: a crash at any point leaves the old or the new content. Mode 0600 from the first byte.
 * The content is written to its end and checked by the file handle, so a full disk fails here and replaces nothing.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const temp = `${file}.tmp-${process.pid}-${randomBytes(6).toString("hex")}`;
  try {
    const handle = await open(temp, "wx", 0o600);
    try {
      await handle.writeFile(text, "utf8");
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temp, file);
  } catch (error) {
    await rm(temp, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncDirectory(dirname(file));
}

/** A rename is on disk only when its directory is. Some systems refuse to open one; then nothing more can be done. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r").catch(() => null);
  if (handle === null) return;
  try {
    await handle.sync().catch(() => undefined);
  } finally {
    await handle.close();
  }
}

/** Removes what writers of `file` left when they were killed. */
export async function removeStaleTempFiles(file: string, nowMs: number): Promise<void> {
  const prefix = `${basename(file)}.tmp-`;
  const names = await readdir(dirname(file)).catch(() => []);
  for (const name of names.filter((candidate) => candidate.startsWith(prefix))) {
    const path = join(dirname(file), name);
    const found = await stat(path).catch(() => null);
    if (found !== null && nowMs - found.mtimeMs > staleTempMs) await rm(path, { force: true }).catch(() => undefined);
  }
}

export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
