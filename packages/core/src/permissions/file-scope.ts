import type { FileContent, FileVersion } from "./file-content.js";
import type { FileResult } from "./file-failure.js";

export interface EntryFacts {
  readonly kind: "file" | "folder" | "absent";
  /** Bytes; 0 unless it is a file. */
  readonly size: number;
  readonly version: FileVersion | "absent";
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
}

/** A folder that is held open. Links in it are entries and are never followed from here. */
export interface Folder {
  /** From the workspace, with `/` on every platform; "" is the workspace itself. */
  readonly path: string;
  /** In the order of their names. */
  entries(): Promise<FileResult<readonly FolderEntry[]>>;
  readFile(name: string, limit: { readonly maxBytes: number }): Promise<FileResult<FileContent>>;
  /** Resolves to what `use` gives; the inner folder is closed then. */
  withFolder<T>(name: string, use: (folder: Folder) => Promise<T>): Promise<FileResult<T>>;
}

export interface WriteRequest {
  readonly bytes: Uint8Array;
  /** From `inspect` or `readFile`: nobody else's change is overwritten. */
  readonly expected: FileVersion | "absent";
}

/**
 * Files as built-in tools see them. Paths are relative to the workspace or absolute; what may not be reached is a code,
 * never an exception (PER-09).
 */
export interface FileScope {
  /** The workspace's real path; commands start in it. */
  readonly root: string;
  readonly isWritable: boolean;
  inspect(path: string): Promise<FileResult<EntryFacts>>;
  readFile(path: string, limit: { readonly maxBytes: number }): Promise<FileResult<FileContent>>;
  /** Makes missing folders on the way. */
  writeFile(path: string, request: WriteRequest): Promise<FileResult<void>>;
  withFolder<T>(path: string, use: (folder: Folder) => Promise<T>): Promise<FileResult<T>>;
}
