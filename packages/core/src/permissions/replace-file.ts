import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, rename, unlink } from "node:fs/promises";
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
    await checkExpected(replacement, await factsIn(replacement));
    await directory.verify();
    await rename(directory.at(temp), directory.at(name));
  } catch (error) {
    await unlink(directory.at(temp)).catch(() => undefined);
    throw error;
  }
}

async function factsIn({ directory, name, register }: Replacement): Promise<FileFacts | null> {
  try {
    const facts = await withFile({ directory, name, register }, async (_handle, found) => found);
    if (facts.kind === "folder") throw new FileFailure("file-is-folder");
    return facts;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  }
}

async function checkExpected({ expected }: Replacement, found: FileFacts | null): Promise<void> {
  if ((found?.version ?? "absent") !== expected) throw new FileFailure("file-changed");
}

async function writeTemp({ directory, bytes }: Replacement, temp: string, old: FileFacts | null): Promise<void> {
  await directory.verify();
  // A new file has the mode the process gives to new files.
  const handle = await open(directory.at(temp), newFile, old === null ? 0o666 : 0o600);
  try {
    await handle.writeFile(bytes);
    if (old !== null) await keepOwnerAndMode(handle, old);
  } finally {
    await handle.close();
  }
}

async function keepOwnerAndMode(handle: FileHandle, { mode, owner }: FileFacts): Promise<void> {
  // Only a privileged process may give a file away; otherwise the writer owns it, as with any editor.
  const stats = await handle.stat();
  if (stats.uid !== owner.uid || stats.gid !== owner.gid) {
    await handle.chown(owner.uid, owner.gid).catch(() => undefined);
  }
  await handle.chmod(mode);
}
