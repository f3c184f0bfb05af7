import { realpath } from "node:fs/promises";
import { parse, resolve } from "node:path";
import type { Clock } from "../kit/clock.js";
import { type FileFacts, readWhole, withFile } from "./file-content.js";
import { asResult, FileFailure, type FileResult, systemCode } from "./file-failure.js";
import type { EntryFacts, FileScope, WriteRequest } from "./file-scope.js";
import { openDirectory } from "./open-directory.js";
import { folderOf } from "./open-folder.js";
import { isGitName, type PathRules, splitNames } from "./path-names.js";
import { type Located, type Step, type WalkOptions, walk } from "./path-walk.js";
import { type Guard, OPEN_PLACE, type PlaceGuard, PlaceRegister, type ProtectedPlace } from "./protected-places.js";
import { replaceInDirectory } from "./replace-file.js";

export interface WorkspaceOptions {
  /** Absolute path of an existing folder. */
  readonly root: string;
  readonly places: readonly ProtectedPlace[];
  readonly clock: Clock;
}

/** One workspace, opened once, seen with the rights of each preset. */
export interface Workspace {
  readonly root: string;
  /** `read-only` where the workspace lies in Loop's own program. */
  readonly guard: Exclude<Guard, "hidden">;
  readonly readOnly: FileScope;
  readonly readWrite: FileScope;
  /** The user's own rights: every path, no protected place. */
  readonly unrestricted: FileScope;
  close(): Promise<void>;
}

/**
 * Fails with `workspace-missing` or `workspace-protected`. On Linux every directory on a path is held open while the next
 * is looked up, so no exchange of a directory leads out; elsewhere real paths are compared before and after, which
 * leaves a moment in which a local process could still exchange one.
 */
export async function openWorkspace({ root, places, clock }: WorkspaceOptions): Promise<FileResult<Workspace>> {
  return await asResult(async () => {
    const real = await realpath(root).catch(() => {
      throw new FileFailure("workspace-missing");
    });
    const register = new PlaceRegister(places, clock);
    const guard = await register.guardOfPath(real);
    if (guard === "hidden" || real === parse(real).root) throw new FileFailure("workspace-protected");
    const isOwn = guard === "read-only" || splitNames(real.replaceAll("\\", "/")).some(isGitName);
    return await opened({ root: real, alias: resolve(root), register, guard: isOwn ? "read-only" : "open" });
  });
}

interface OpenedParts {
  readonly root: string;
  readonly alias: string;
  readonly register: PlaceRegister;
  readonly guard: Exclude<Guard, "hidden">;
}

async function opened({ root, alias, register, guard }: OpenedParts): Promise<Workspace> {
  const directory = await openDirectory(root);
  const place = guard === "open" ? OPEN_PLACE : { guard, except: [] };
  const start = async (): Promise<Step> => ({ directory, name: "", place });
  const rules = { platform: process.platform, starts: [root, alias], base: [] };
  const bounded = { root, register, rules, start, leave: async () => {} };
  return {
    root,
    guard,
    readOnly: scopeOf({ ...bounded, isWritable: false }),
    readWrite: scopeOf({ ...bounded, isWritable: true }),
    unrestricted: scopeOf(withoutBounds(root)),
    close: () => directory.close(),
  };
}

interface ScopeParts {
  readonly root: string;
  readonly isWritable: boolean;
  readonly register: PlaceRegister | null;
  readonly rules: PathRules;
  readonly start: () => Promise<Step>;
  readonly leave: (start: Step) => Promise<void>;
}

/** The same walk from the top of the file system. */
function withoutBounds(root: string): ScopeParts {
  const top = parse(root).root;
  const base = splitNames(root.slice(top.length).replaceAll("\\", "/"));
  return {
    root,
    isWritable: true,
    register: null,
    rules: { platform: process.platform, starts: [top], base },
    start: async () => ({ directory: await openDirectory(top), name: "", place: OPEN_PLACE }),
    leave: (start) => start.directory.close(),
  };
}

type Use<T> = (located: Located) => Promise<T>;

function scopeOf(parts: ScopeParts): FileScope {
  const { root, isWritable, register } = parts;
  const inWalk = <T>(path: string, options: Pick<WalkOptions, "to" | "mayMake">, use: Use<T>) =>
    asResult(async () => {
      const start = await parts.start();
      try {
        return await walk(start, path, { rules: parts.rules, register, ...options }, use);
      } finally {
        await parts.leave(start);
      }
    });
  const mayWrite = writeRule(parts);
  return {
    root,
    isWritable,
    inspect: (path) => inspect(inWalk(path, { to: "file" }, (located) => factsAt(located, register))),
    readFile: (path, { maxBytes }) =>
      inWalk(path, { to: "file" }, async ({ directory, leaf }) => {
        if (leaf === null) throw new FileFailure("file-is-folder");
        return await withFile({ directory, name: leaf, register }, (descriptor, facts) =>
          readWhole(descriptor, facts, maxBytes),
        );
      }),
    writeFile: (path, request) =>
      inWalk(path, { to: "file", mayMake: mayWrite }, (located) => write({ located, request, register, mayWrite })),
    withFolder: (path, use) =>
      inWalk(path, { to: "directory" }, ({ directory, names }) =>
        use(folderOf({ directory, register, path: shownPath(names, parts) })),
      ),
  };
}

/** Relative to the workspace where it lies in it. */
function shownPath(names: readonly string[], { rules }: ScopeParts): string {
  const { base, starts } = rules;
  const isInside = base.every((name, index) => names[index] === name);
  if (isInside) return names.slice(base.length).join("/");
  return `${(starts[0] ?? "").replaceAll("\\", "/")}${names.join("/")}`;
}

type WriteRule = (names: readonly string[], place: PlaceGuard) => void;

/** Throws where the names may not be written. Hooks and settings of repositories are asked about in any spelling. */
function writeRule({ isWritable, register }: ScopeParts): WriteRule {
  return (names, place) => {
    if (register === null) return;
    if (!isWritable) throw new FileFailure("workspace-read-only");
    if (place.guard !== "open" || names.some(isGitName)) throw new FileFailure("path-protected");
  };
}

interface WriteParts {
  readonly located: Located;
  readonly request: WriteRequest;
  readonly register: PlaceRegister | null;
  readonly mayWrite: WriteRule;
}

async function write({ located, request, register, mayWrite }: WriteParts): Promise<void> {
  const { directory, names, place, leaf } = located;
  if (leaf === null) throw new FileFailure("file-is-folder");
  mayWrite([...names, leaf], place);
  await replaceInDirectory({ directory, name: leaf, register, ...request });
}

const absent: EntryFacts = { kind: "absent", size: 0, version: "absent" };

async function inspect(found: Promise<FileResult<EntryFacts>>): Promise<FileResult<EntryFacts>> {
  const result = await found;
  return !result.ok && result.code === "file-missing" ? { ok: true, value: absent } : result;
}

async function factsAt({ directory, leaf }: Located, register: PlaceRegister | null): Promise<EntryFacts> {
  if (leaf === null) return { kind: "folder", size: 0, version: directory.identity };
  try {
    return await withFile({ directory, name: leaf, register }, async (_descriptor, facts) => entryFacts(facts));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return absent;
    throw error;
  }
}

function entryFacts({ kind, size, version }: FileFacts): EntryFacts {
  return { kind, size: kind === "file" ? size : 0, version };
}
