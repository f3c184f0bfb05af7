import { closeSync, constants, type Dirent, existsSync, fstatSync, lstatSync, openSync, readlinkSync } from "node:fs";
import { lstat, readdir, realpath } from "node:fs/promises";
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
  return canHoldDirectories ? openHeld(path) : await openNamed(path);
}

/** Null where the name is not a link, or nothing. */
export function linkTarget(directory: OpenDirectory, name: string): string | null {
  const path = directory.at(name);
  // Most names are none, and asking is much cheaper than a failed reading.
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return null;
  try {
    return readlinkSync(path);
  } catch (error) {
    if (systemCode(error) === "EINVAL" || systemCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** Looking a name up takes microseconds and a trip through the thread pool many times that, so it is not taken. */
function openHeld(path: string): OpenDirectory {
  const descriptor = openSync(path, lookUpOnly | directoryOnly);
  try {
    return held(descriptor, identityOf(fstatSync(descriptor, { bigint: true })));
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function held(descriptor: number, identity: string): OpenDirectory {
  let isOpen = true;
  const at = (name = ".") => {
    // The number may be another file's by now.
    if (!isOpen) throw new FileFailure("file-unread");
    return `/proc/self/fd/${descriptor}/${name}`;
  };
  return {
    at,
    identity,
    entries: () => readdir(at(), { withFileTypes: true }),
    child: (name) => childOrReason(async () => openHeld(at(name))),
    verify: async () => {},
    close: async () => {
      if (isOpen) closeSync(descriptor);
      isOpen = false;
    },
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
