import type { Dirent } from "node:fs";
import { readWhole, withFile } from "./file-content.js";
import { asResult, FileFailure } from "./file-failure.js";
import type { Folder, FolderEntry } from "./file-scope.js";
import type { OpenDirectory } from "./open-directory.js";
import type { PlaceRegister } from "./protected-places.js";

export interface FolderParts {
  readonly directory: OpenDirectory;
  readonly path: string;
  readonly register: PlaceRegister | null;
}

export function folderOf(parts: FolderParts): Folder {
  const { directory, path, register } = parts;
  return {
    path,
    entries: () => asResult(() => entriesOf(directory)),
    readFile: (name, { maxBytes }) =>
      asResult(async () => {
        checkName(name);
        return await withFile({ directory, name, register }, (descriptor, facts) =>
          readWhole(descriptor, facts, maxBytes),
        );
      }),
    withFolder: (name, use) =>
      asResult(async () => {
        checkName(name);
        return await withChild(parts, name, use);
      }),
  };
}

async function withChild<T>(parts: FolderParts, name: string, use: (folder: Folder) => Promise<T>): Promise<T> {
  const { register, path } = parts;
  const directory = await parts.directory.child(name);
  if (directory === "missing") throw new FileFailure("file-missing");
  if (directory === "not-directory") throw new FileFailure("folder-is-file");
  try {
    const place = await register?.guardOf(directory.identity);
    if (place?.guard === "hidden") throw new FileFailure("path-protected");
    return await use(folderOf({ directory, register, path: path === "" ? name : `${path}/${name}` }));
  } finally {
    await directory.close();
  }
}

async function entriesOf(directory: OpenDirectory): Promise<readonly FolderEntry[]> {
  const found = await directory.entries();
  await directory.verify();
  return found
    .map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

function kindOf(entry: Dirent): FolderEntry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
}

function checkName(name: string): void {
  const isName = name !== "" && name !== "." && name !== ".." && !/[/\0]/.test(name);
  if (!isName || (process.platform === "win32" && /[\\:]/.test(name))) throw new FileFailure("path-invalid");
}
