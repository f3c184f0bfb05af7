import { closeSync, constants, fstatSync, openSync, read as readCallback, readSync } from "node:fs";
import { promisify } from "node:util";
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

const read = promisify(readCallback);
const firstLook = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const permissionBits = 0o777;
const growth = 131_072;
/** Read at once: the way through the thread pool costs more than the reading. */
const small = 65_536;

/** Opens a name of a directory without following a link and without waiting for a pipe's other end. */
export async function withFile<T>(
  { directory, name, register }: { directory: OpenDirectory; name: string; register: PlaceRegister | null },
  use: (descriptor: number, facts: FileFacts) => Promise<T>,
): Promise<T> {
  await directory.verify();
  const descriptor = openNoFollow(directory.at(name));
  try {
    const facts = await factsOf(descriptor, register);
    await directory.verify();
    return await use(descriptor, facts);
  } finally {
    closeSync(descriptor);
  }
}

function openNoFollow(path: string): number {
  try {
    return openSync(path, firstLook);
  } catch (error) {
    // It was no link a moment ago.
    if (systemCode(error) === "ELOOP") throw new FileFailure("file-changed");
    throw error;
  }
}

async function factsOf(descriptor: number, register: PlaceRegister | null): Promise<FileFacts> {
  const stats = fstatSync(descriptor, { bigint: true });
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
export async function readWhole(descriptor: number, facts: FileFacts, maxBytes: number): Promise<FileContent> {
  if (facts.kind === "folder") throw new FileFailure("file-is-folder");
  if (facts.size > maxBytes) throw new FileFailure("file-too-large");
  const chunks: Buffer[] = [];
  let length = 0;
  // One byte more than the size, so that a short read says that this was all.
  for (let room = facts.size + 1; ; room = growth) {
    const buffer = Buffer.allocUnsafe(room);
    const bytesRead = room <= small ? readSync(descriptor, buffer) : await readApart(descriptor, buffer);
    if (bytesRead > 0) chunks.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
    if (length > maxBytes) throw new FileFailure("file-too-large");
    if (bytesRead === 0 || length === facts.size) break;
  }
  const [first, second] = chunks;
  const bytes = first !== undefined && second === undefined ? first : Buffer.concat(chunks);
  return { bytes, version: facts.version };
}

async function readApart(descriptor: number, buffer: Buffer): Promise<number> {
  return (await read(descriptor, buffer, 0, buffer.length, null)).bytesRead;
}
