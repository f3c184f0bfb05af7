import * as z from "zod/mini";
import { DeadlineError } from "../kit/deadline.js";
import type { FileScope, Folder } from "../permissions/file-scope.js";
import {
  answered,
  type BuiltinAnswer,
  type BuiltinContext,
  type BuiltinTool,
  defineTool,
  failed,
} from "./builtin-tool.js";
import { walkFiles } from "./file-walk.js";
import { globMatcher, type PathMatcher } from "./glob.js";
import { type PatternJob, PatternThread } from "./pattern-thread.js";
import { type Hit, linesWith } from "./search-lines.js";
import { looksBinary } from "./text-file.js";

export type SearchOperations = Pick<FileScope, "withFolder" | "inspect" | "readFile">;

const largestFile = 4_194_304;
const mostHits = 500;
const mostHitsInFile = 100;
const mostCharacters = 50_000;
const searchMs = 30_000;

const SearchArgs = z.strictObject({
  text: z.string().check(z.minLength(1), z.maxLength(1_000), z.describe("What to look for.")),
  regex: z.optional(z.boolean().check(z.describe("The text is a JavaScript regular expression, tried on each line."))),
  ignore_case: z.optional(z.boolean()),
  path: z.optional(z.string().check(z.describe("A folder or file; the whole workspace when absent."))),
  include: z.optional(z.string().check(z.describe("Only files that fit, such as *.ts or src/**/*.md."))),
  all: z.optional(z.boolean().check(z.describe("Also look into .git and node_modules."))),
});
type SearchArgs = z.infer<typeof SearchArgs>;

export const searchFilesTool: BuiltinTool = defineTool({
  name: "search_files",
  needs: "read",
  description:
    "Finds lines in the files of the workspace: plain text, or a regular expression. Answers with path:line: text. " +
    "Files that are not text or larger than 4 MiB are passed over, and so are .git, node_modules and links.",
  schema: SearchArgs,
  run: (args, context) => searchFiles(args, context.scope, context),
});

type Find = (bytes: Buffer) => Promise<readonly Hit[]>;

export async function searchFiles(
  args: SearchArgs,
  operations: SearchOperations,
  { clock, signal }: Pick<BuiltinContext, "clock" | "signal">,
): Promise<BuiltinAnswer> {
  const matcher = args.include === undefined ? () => true : globMatcher(args.include);
  if (matcher === null) return failed("arguments-invalid", "include is too long");
  if (args.regex === true && !isPattern(args.text)) return failed("pattern-invalid", args.text);
  const { now } = clock;
  const end = now() + searchMs;
  const parts = { args, operations, matcher, signal, now, isOver: () => now() > end };
  if (args.regex !== true && args.ignore_case !== true) {
    const needle = Buffer.from(args.text);
    return await run({ ...parts, find: async (bytes) => linesWith(bytes, needle, mostHitsInFile) });
  }
  const thread = new PatternThread(patternOf(args), { clock, signal, most: mostHitsInFile });
  try {
    return await run({ ...parts, find: (bytes) => thread.lines(bytes) });
  } finally {
    await thread.close();
  }
}

function patternOf({ text, regex, ignore_case: ignoreCase }: SearchArgs): PatternJob {
  const source = regex === true ? text : text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  return { source, flags: ignoreCase === true ? "i" : "" };
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source) instanceof RegExp;
  } catch {
    return false;
  }
}

interface SearchParts {
  readonly args: SearchArgs;
  readonly operations: SearchOperations;
  readonly matcher: PathMatcher;
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  readonly now: () => number;
  readonly find: Find;
}

async function run(parts: SearchParts): Promise<BuiltinAnswer> {
  const { args, operations, signal } = parts;
  const path = args.path ?? ".";
  const found = new Found(parts);
  const facts = await operations.inspect(path);
  if (!facts.ok) return failed(facts.code, path);
  if (facts.value.kind === "absent") return failed("file-missing", path);
  try {
    const result = facts.value.kind === "file" ? await found.addFile(path) : await found.addFolder(path);
    signal.throwIfAborted();
    return result ?? answered(found.text());
  } catch (error) {
    signal.throwIfAborted();
    return failed(error instanceof DeadlineError ? "pattern-too-slow" : "search-failed");
  }
}

/** Hits by file, put in order at the end, since files are read side by side. */
class Found {
  readonly #parts: SearchParts;
  readonly #hits = new Map<string, readonly Hit[]>();
  #count = 0;
  #isLate = false;

  constructor(parts: SearchParts) {
    this.#parts = parts;
  }

  async addFile(path: string): Promise<BuiltinAnswer | null> {
    const file = await this.#parts.operations.readFile(path, { maxBytes: largestFile });
    if (!file.ok) return failed(file.code, path);
    await this.#look(path, file.value.bytes);
    return null;
  }

  async addFolder(path: string): Promise<BuiltinAnswer | null> {
    const { operations, args } = this.#parts;
    const result = await operations.withFolder(path, (folder) =>
      walkFiles(folder, {
        all: args.all,
        signal: this.#parts.signal,
        isOver: () => this.#isOver(),
        now: this.#parts.now,
        use: (inner, name) => this.#read(inner, name),
      }),
    );
    return result.ok ? null : failed(result.code, path);
  }

  text(): string {
    const lines = [...this.#hits]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .flatMap(([path, hits]) => hits.map(({ line, text }) => `${path}:${line}: ${text}`));
    let length = 0;
    const shown = lines.slice(0, mostHits).filter((line) => (length += line.length + 1) <= mostCharacters);
    const notes = [
      ...(shown.length < lines.length || this.#count >= mostHits
        ? ["(There are more. Search for less at a time.)"]
        : []),
      ...(this.#isLate ? ["(The search took too long and stopped half-way.)"] : []),
    ];
    if (shown.length === 0 && notes.length === 0) return "Nothing was found.";
    return [...shown, ...notes].join("\n");
  }

  async #read(folder: Folder, name: string): Promise<void> {
    const path = folder.path === "" ? name : `${folder.path}/${name}`;
    if (!this.#parts.matcher(path)) return;
    const file = await folder.readFile(name, { maxBytes: largestFile });
    if (file.ok) await this.#look(path, file.value.bytes);
  }

  async #look(path: string, bytes: Buffer): Promise<void> {
    if (looksBinary(bytes) || this.#isOver()) return;
    const hits = await this.#parts.find(bytes);
    if (hits.length === 0) return;
    this.#hits.set(path, hits);
    this.#count += hits.length;
  }

  #isOver(): boolean {
    this.#isLate ||= this.#parts.isOver();
    return this.#isLate || this.#count >= mostHits;
  }
}
