import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { FileFailure, systemCode } from "./file-failure.js";
import { identityOf, type OpenDirectory } from "./open-directory.js";
import type { PlaceRegister } from "./protected-places.js";

/** Changes whenever the file's content does. */
export type FileVersion = string;

export interface FileContent {
  readonly bytes: Buffer;
  readonly version: FileVersion;
}

export interface FileFacts {
  readonly kind: "file" | "folder";
  readonly size: number;
  readonly version: FileVersion;
  /** Permission bits alone. */
  readonly mode: number;
  readonly owner: { readonly uid: number; readonly gid: number };
}

const firstLook = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const permissionBits = 0o777;

/** Opens a name of a directory without following a link and without waiting for a pipe's other end. */
export async function withFile<T>(
  { directory, name, register }: { directory: OpenDirectory; name: string; register: PlaceRegister | null },
  use: (handle: FileHandle, facts: FileFacts) => Promise<T>,
): Promise<T> {
  await directory.verify();
  const handle = await openNoFollow(directory.at(name));
  try {
    const facts = await factsOf(handle, register);
    await directory.verify();
    return await use(handle, facts);
  } finally {
    await handle.close();
  }
}

async function openNoFollow(path: string): Promise<FileHandle> {
  try {
    return await open(path, firstLook);
  } catch (error) {
    // It was no link a moment ago.
    if (systemCode(error) === "ELOOP") throw new FileFailure("file-changed");
    throw error;
  }
}

async function factsOf(handle: FileHandle, register: PlaceRegister | null): Promise<FileFacts> {
  const stats = await handle.stat({ bigint: true });
  const identity = identityOf(stats);
  if ((await register?.guardOf(identity))?.guard === "hidden") throw new FileFailure("path-protected");
  if (!stats.isFile() && !stats.isDirectory()) throw new FileFailure("file-special");
  return {
    kind: stats.isFile() ? "file" : "folder",
    size: Number(stats.size),
    version: `${identity}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`,
    mode: Number(stats.mode) & permissionBits,
    owner: { uid: Number(stats.uid), gid: Number(stats.gid) },
  };
}

/** The whole file; a longer one than `maxBytes` is refused, also where it grows while it is read. */
export async function readWhole(handle: FileHandle, facts: FileFacts, maxBytes: number): Promise<FileContent> {
  if (facts.kind === "folder") throw new FileFailure("file-is-folder");
  if (facts.size > maxBytes) throw new FileFailure("file-too-large");
  // Files of the kernel say they are empty, so at least one more byte than the size is asked for.
  const chunks: Buffer[] = [];
  let length = 0;
  for (let room = facts.size + 1; ; room = 65_536) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(room), 0, room, null);
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
    if (length > maxBytes) throw new FileFailure("file-too-large");
  }
  return {
    bytes: chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks),
    version: facts.version,
  };
}
