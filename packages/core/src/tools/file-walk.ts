import type { Folder } from "../permissions/file-scope.js";
import { isSkipped } from "./skipped-folders.js";

export interface FileWalk {
  readonly all: boolean | undefined;
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  /** Milliseconds. */
  readonly now: () => number;
  /** Called for each file, several at once; the folder is open until it has settled. */
  readonly use: (folder: Folder, name: string) => Promise<void>;
}

const atOnce = 32;
const deepest = 64;
/** Small files are read without leaving the thread, so others get their turn this often. */
const breathEveryMs = 8;

/** Every plain file below a folder. Folders are walked one after another while files of earlier ones are still read. */
export async function walkFiles(folder: Folder, walk: FileWalk): Promise<void> {
  const running = new Set<Promise<void>>();
  await visit({ folder, walk, running, depth: 0, breathe: breathing(walk.now) });
}

function breathing(now: () => number): () => Promise<void> {
  let last = now();
  return async () => {
    if (now() - last < breathEveryMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    last = now();
  };
}

interface Visit {
  readonly folder: Folder;
  readonly walk: FileWalk;
  readonly running: Set<Promise<void>>;
  readonly depth: number;
  readonly breathe: () => Promise<void>;
}

async function visit(at: Visit): Promise<void> {
  const { folder, walk, running, depth } = at;
  const entries = await folder.entries();
  const own: Promise<void>[] = [];
  try {
    for (const { name, kind } of entries.ok ? entries.value : []) {
      walk.signal.throwIfAborted();
      if (walk.isOver()) return;
      if (kind === "file") own.push(start(() => walk.use(folder, name), running));
      if (kind === "folder" && depth < deepest && !isSkipped(name, walk.all)) {
        await folder.withFolder(name, (inner) => visit({ ...at, folder: inner, depth: depth + 1 }));
      }
      await at.breathe();
      // A failed file ends the search when its folder is done.
      while (running.size >= atOnce) await Promise.race(running).catch(() => undefined);
    }
  } finally {
    await Promise.allSettled(own);
  }
  await Promise.all(own);
}

function start(task: () => Promise<void>, running: Set<Promise<void>>): Promise<void> {
  const done = task().finally(() => running.delete(done));
  running.add(done);
  done.catch(() => undefined);
  return done;
}
