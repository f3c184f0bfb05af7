import * as z from "zod/mini";
import type { FileScope, Folder, FolderEntry } from "../permissions/file-scope.js";
import { answered, type BuiltinAnswer, type BuiltinTool, defineTool, failed } from "./builtin-tool.js";
import { globMatcher, type PathMatcher } from "./glob.js";
import { isSkipped } from "./skipped-folders.js";

export type ListOperations = Pick<FileScope, "withFolder">;

const mostEntries = 1_000;
const mostLooked = 100_000;
const deepest = 32;

const ListArgs = z.strictObject({
  path: z.optional(z.string().check(z.describe("The folder; the workspace itself when absent."))),
  depth: z.optional(
    z.int().check(z.minimum(1), z.maximum(deepest), z.describe("How many levels to list; 2, or all with a pattern.")),
  ),
  pattern: z.optional(z.string().check(z.describe("List only files that fit, such as *.ts or src/**/*.test.ts."))),
  all: z.optional(z.boolean().check(z.describe("Also look into .git and node_modules."))),
});
type ListArgs = z.infer<typeof ListArgs>;

export const listFilesTool: BuiltinTool = defineTool({
  name: "list_files",
  needs: "read",
  description:
    "Lists files and folders of the workspace as paths, folders with a / at the end, links with an @. .git and " +
    "node_modules are named but not looked into.",
  schema: ListArgs,
  run: (args, { scope, signal }) => listFiles(args, scope, signal),
});

export async function listFiles(
  args: ListArgs,
  operations: ListOperations,
  signal: AbortSignal,
): Promise<BuiltinAnswer> {
  const matcher = args.pattern === undefined ? null : globMatcher(args.pattern);
  if (args.pattern !== undefined && matcher === null) return failed("arguments-invalid", "pattern is too long");
  const depth = args.depth ?? (matcher === null ? 2 : deepest);
  const listing = new Listing({ matcher, all: args.all, signal });
  const path = args.path ?? ".";
  const result = await operations.withFolder(path, (folder) => listing.add(folder, depth));
  if (!result.ok) return failed(result.code, path);
  if (!result.value.ok) return failed(result.value.code, path);
  return answered(listing.text());
}

interface ListingParts {
  readonly matcher: PathMatcher | null;
  readonly all: boolean | undefined;
  readonly signal: AbortSignal;
}

class Listing {
  readonly #parts: ListingParts;
  readonly #lines: string[] = [];
  #looked = 0;
  #isCut = false;

  constructor(parts: ListingParts) {
    this.#parts = parts;
  }

  text(): string {
    if (this.#lines.length === 0) return "Nothing is there.";
    const end = this.#isCut ? "\n(There is more. List a folder of these, or use a narrower pattern.)" : "";
    return this.#lines.join("\n") + end;
  }

  /** The entries of a folder, each followed by those in it. The result tells of this folder alone. */
  async add(folder: Folder, depth: number): Promise<Awaited<ReturnType<Folder["entries"]>>> {
    this.#parts.signal.throwIfAborted();
    const entries = await folder.entries();
    for (const entry of entries.ok ? entries.value : []) {
      if (this.#isFull()) break;
      this.#addLine(folder, entry);
      const isClosed = isSkipped(entry.name, this.#parts.all);
      if (entry.kind === "folder" && depth > 1 && !isClosed) {
        await folder.withFolder(entry.name, (inner) => this.add(inner, depth - 1));
      }
    }
    return entries;
  }

  #isFull(): boolean {
    this.#looked += 1;
    this.#isCut ||= this.#lines.length >= mostEntries || this.#looked > mostLooked;
    return this.#isCut;
  }

  #addLine(folder: Folder, entry: FolderEntry): void {
    const { matcher } = this.#parts;
    const path = folder.path === "" ? entry.name : `${folder.path}/${entry.name}`;
    if (matcher !== null && (entry.kind === "folder" || !matcher(path))) return;
    this.#lines.push(path + mark(entry));
  }
}

function mark({ kind }: FolderEntry): string {
  if (kind === "folder") return "/";
  return kind === "link" ? "@" : "";
}
