import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  openSync,
  unlinkSync,
  write as writeCallback,
} from "node:fs";
import { rename } from "node:fs/promises";
import { promisify } from "node:util";
import { type FileFacts, type FileVersion, withFile } from "./file-content.js";
import { FileFailure, systemCode } from "./file-failure.js";
import type { OpenDirectory } from "./open-directory.js";
import type { PlaceRegister } from "./protected-places.js";

export interface Replacement {
  readonly directory: OpenDirectory;
  readonly name: string;
  readonly register: PlaceRegister | null;
  readonly bytes: Uint8Array;
  /** What has to be there now; anything else is `file-changed`. */
  readonly expected: FileVersion | "absent";
}

const write = promisify(writeCallback);
const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/**
 * Puts a new file in the place of the old one, whole or not at all, and keeps its mode and owner. Another name of the old
 * file (a hard link) keeps the old content.
 */
export async function replaceInDirectory(replacement: Replacement): Promise<void> {
  const { directory, name } = replacement;
  const old = await factsIn(replacement);
  const temp = `.loop-${randomBytes(9).toString("hex")}`;
  try {
    await writeTemp(replacement, temp, old);
    checkExpected(replacement, await factsIn(replacement));
    await directory.verify();
    // Some file systems write the content out first, which takes a while.
    await rename(directory.at(temp), directory.at(name));
  } catch (error) {
    removeTemp(directory, temp);
    throw error;
  }
}

function removeTemp(directory: OpenDirectory, temp: string): void {
  try {
    unlinkSync(directory.at(temp));
  } catch {
    // It was never made, or the directory is gone with it.
  }
}

async function factsIn({ directory, name, register }: Replacement): Promise<FileFacts | null> {
  try {
    const facts = await withFile({ directory, name, register }, async (_descriptor, found) => found);
    if (facts.kind === "folder") throw new FileFailure("file-is-folder");
    return facts;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  }
}

function checkExpected({ expected }: Replacement, found: FileFacts | null): void {
  if ((found?.version ?? "absent") !== expected) throw new FileFailure("file-changed");
}

async function writeTemp({ directory, bytes }: Replacement, temp: string, old: FileFacts | null): Promise<void> {
  await directory.verify();
  // A new file has the mode the process gives to new files.
  const descriptor = openSync(directory.at(temp), newFile, old === null ? 0o666 : 0o600);
  try {
    for (let done = 0; done < bytes.length; ) {
      done += (await write(descriptor, bytes, done, bytes.length - done, null)).bytesWritten;
    }
    if (old !== null) keepOwnerAndMode(descriptor, old);
  } finally {
    closeSync(descriptor);
  }
}

function keepOwnerAndMode(descriptor: number, { mode, owner }: FileFacts): void {
  const stats = fstatSync(descriptor);
  if (stats.uid !== owner.uid || stats.gid !== owner.gid) giveTo(descriptor, owner);
  fchmodSync(descriptor, mode);
}

/** Only a privileged process may give a file away; otherwise the writer owns it, as with any editor. */
function giveTo(descriptor: number, { uid, gid }: FileFacts["owner"]): void {
  try {
    fchownSync(descriptor, uid, gid);
  } catch {
    // See above.
  }
}
