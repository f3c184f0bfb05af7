import { lstat, readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { blank, type Mount, seen, writable } from "./mounts.js";

/** What keeps a command from planting programs that the person's own git would run later. */
export interface RepositoryGuard {
  readonly mounts: readonly Mount[];
  /** The repository cannot be guarded piece by piece, so nothing in the workspace may be written. */
  readonly needsReadOnly: boolean;
  /** Removes what the mounts needed to be there, and a pointer that would move hooks and settings elsewhere. */
  readonly tidy: () => Promise<void>;
}

type Kind = "missing" | "folder" | "file" | "link";
type Guarded = Omit<RepositoryGuard, "needsReadOnly">;

/** Settings and hooks of the repository and of the repositories and work trees it holds. */
const guardedNames = ["hooks", "config", "config.worktree", "modules", "worktrees", "commondir"] as const;
const mostFolders = 2_000;
const mostRepositories = 32;
const deepest = 5;
const skipped = new Set([".git", "node_modules"]);
const doNothing = async () => {};

/** For a workspace that commands may write. */
export async function guardRepositories(workspace: string): Promise<RepositoryGuard> {
  const top = join(workspace, ".git");
  const kind = await kindOf(top);
  if (kind === "link") return { mounts: [], needsReadOnly: true, tidy: doNothing };
  const guards = [await guardOne(top, kind)];
  for (const inner of await innerRepositories(workspace)) guards.push(await guardOne(inner, await kindOf(inner)));
  return {
    mounts: guards.flatMap((guard) => guard.mounts),
    needsReadOnly: false,
    tidy: async () => {
      for (const guard of guards) await guard.tidy();
    },
  };
}

async function guardOne(git: string, kind: Kind): Promise<Guarded> {
  switch (kind) {
    case "link":
      return { mounts: [], tidy: doNothing };
    case "file":
      return { mounts: [seen(git)], tidy: doNothing };
    case "missing":
      // A repository made by a command would bring its own hooks. Gone again if it is still empty.
      return { mounts: [blank(git)], tidy: () => rmdir(git).catch(() => undefined) };
    case "folder":
      return await guardFolder(git);
  }
}

async function guardFolder(git: string): Promise<Guarded> {
  const kinds = new Map<string, Kind>();
  for (const name of guardedNames) kinds.set(name, await kindOf(join(git, name)));
  if ([...kinds.values()].includes("link")) return { mounts: [seen(git)], tidy: doNothing };
  // A mount of its own, so that the folder cannot be moved away with its guards and made anew.
  const mounts = [writable(git)];
  for (const [name, kind] of kinds) if (kind !== "missing") mounts.push(seen(join(git, name)));
  const isMissing = (name: string) => kinds.get(name) === "missing";
  if (isMissing("hooks")) mounts.push(blank(join(git, "hooks")));
  const config = join(git, "config");
  if (isMissing("config")) mounts.push({ path: config, args: ["--ro-bind", "/dev/null", config] });
  const tidy = async () => {
    if (isMissing("hooks")) await rmdir(join(git, "hooks")).catch(() => undefined);
    if (isMissing("config")) await removeEmpty(config);
    if (isMissing("commondir"))
      await rm(join(git, "commondir"), { force: true, recursive: true }).catch(() => undefined);
  };
  return { mounts, tidy };
}

async function removeEmpty(file: string): Promise<void> {
  const stats = await lstat(file).catch(() => null);
  if (stats?.isFile() && stats.size === 0) await rm(file, { force: true }).catch(() => undefined);
}

async function kindOf(path: string): Promise<Kind> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null) return "missing";
  if (stats.isSymbolicLink()) return "link";
  return stats.isDirectory() ? "folder" : "file";
}

/** Bounded: a command in a huge workspace must not wait long for a look at all of it. */
async function innerRepositories(workspace: string): Promise<string[]> {
  const found: string[] = [];
  let looked = 0;
  const folders = [{ path: workspace, depth: 0 }];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    if (looked >= mostFolders || found.length >= mostRepositories) break;
    looked += 1;
    const entries = await readdir(folder.path, { withFileTypes: true }).catch(() => []);
    const isInner = folder.depth > 0 && entries.some((entry) => entry.name === ".git");
    if (isInner) found.push(join(folder.path, ".git"));
    if (folder.depth >= deepest) continue;
    for (const entry of entries) {
      if (!entry.isDirectory() || skipped.has(entry.name)) continue;
      folders.push({ path: join(folder.path, entry.name), depth: folder.depth + 1 });
    }
  }
  return found;
}
