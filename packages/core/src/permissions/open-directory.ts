import { constants, type Dirent, existsSync } from "node:fs";
import { type FileHandle, lstat, open, readdir, readlink, realpath } from "node:fs/promises";
import { join } from "node:path";
import { FileFailure, systemCode } from "./file-failure.js";

/** A directory that was opened and cannot be exchanged for another one while it is used. */
export interface OpenDirectory {
  /** The path under which a child, or the directory itself, is reached. */
  at(name?: string): string;
  /** `device:inode`. */
  readonly identity: string;
  entries(): Promise<Dirent[]>;
  /** Not followed where it is a link: `not-directory` then, as for a file. */
  child(name: string): Promise<OpenDirectory | "missing" | "not-directory">;
  /** Throws `FileFailure` where the platform cannot hold a directory open and it was exchanged meanwhile. */
  verify(): Promise<void>;
  close(): Promise<void>;
}

/** Linux: only looks the name up, so it needs no right to list; Node does not name the flag. */
const lookUpOnly = 0o10000000;
const directoryOnly = constants.O_DIRECTORY | constants.O_NOFOLLOW;
const canHoldDirectories = process.platform === "linux" && existsSync("/proc/self/fd");

export function identityOf(stats: { readonly dev: bigint; readonly ino: bigint }): string {
  return `${stats.dev}:${stats.ino}`;
}

/** `path` is a real path. Where directories cannot be held open, each use is checked again, which is weaker. */
export async function openDirectory(path: string): Promise<OpenDirectory> {
  return canHoldDirectories ? await openHeld(path) : await openNamed(path);
}

/** Null where the name is not a link. */
export async function linkTarget(directory: OpenDirectory, name: string): Promise<string | null> {
  try {
    return await readlink(directory.at(name));
  } catch (error) {
    const code = systemCode(error);
    if (code === "EINVAL" || code === "ENOENT" || code === "UNKNOWN") return null;
    throw error;
  }
}

async function openHeld(path: string): Promise<OpenDirectory> {
  const handle = await open(path, lookUpOnly | directoryOnly);
  try {
    return held(handle, identityOf(await handle.stat({ bigint: true })));
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function held(handle: FileHandle, identity: string): OpenDirectory {
  const at = (name = ".") => `/proc/self/fd/${handle.fd}/${name}`;
  return {
    at,
    identity,
    entries: () => readdir(at(), { withFileTypes: true }),
    child: (name) => childOrReason(() => openHeld(at(name))),
    verify: async () => {},
    close: () => handle.close(),
  };
}

async function openNamed(path: string): Promise<OpenDirectory> {
  const stats = await lstat(path, { bigint: true });
  if (!stats.isDirectory()) throw new FileFailure("folder-is-file");
  const identity = identityOf(stats);
  const verify = async () => {
    const isSame = (await realpath(path)) === path && identityOf(await lstat(path, { bigint: true })) === identity;
    if (!isSame) throw new FileFailure("file-changed");
  };
  await verify();
  return {
    at: (name) => (name === undefined ? path : join(path, name)),
    identity,
    entries: () => readdir(path, { withFileTypes: true }),
    child: (name) => childOrReason(() => openNamed(join(path, name))),
    verify,
    close: async () => {},
  };
}

async function childOrReason(openChild: () => Promise<OpenDirectory>): ReturnType<OpenDirectory["child"]> {
  try {
    return await openChild();
  } catch (error) {
    if (error instanceof FileFailure && error.code === "folder-is-file") return "not-directory";
    const code = systemCode(error);
    if (code === "ENOENT") return "missing";
    if (code === "ENOTDIR" || code === "ELOOP") return "not-directory";
    throw error;
  }
}
