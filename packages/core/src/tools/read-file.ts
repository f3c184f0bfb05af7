import * as z from "zod/mini";
import type { FileScope } from "../permissions/file-scope.js";
import { answered, type BuiltinAnswer, type BuiltinTool, defineTool, failed } from "./builtin-tool.js";
import { imageTypeOf, textOf } from "./text-file.js";

export type ReadOperations = Pick<FileScope, "readFile">;

const largestFile = 10_485_760;
const largestImage = 3_145_728;
const mostLines = 2_000;
const mostCharacters = 50_000;
const longestLine = 2_000;

const ReadArgs = z.strictObject({
  path: z.string().check(z.describe("The file, relative to the workspace or absolute.")),
  from_line: z.optional(z.int().check(z.minimum(1), z.describe("The first line to read; lines count from 1."))),
  lines: z.optional(z.int().check(z.minimum(1), z.maximum(mostLines), z.describe("How many lines to read."))),
});
type ReadArgs = z.infer<typeof ReadArgs>;

export const readFileTool: BuiltinTool = defineTool({
  name: "read_file",
  needs: "read",
  description:
    "Reads a text file of the workspace, each line with its number, or shows an image. A long file is cut; the answer " +
    "says from which line to go on.",
  schema: ReadArgs,
  run: (args, { scope }) => readFile(args, scope),
});

export async function readFile(args: ReadArgs, operations: ReadOperations): Promise<BuiltinAnswer> {
  const file = await operations.readFile(args.path, { maxBytes: largestFile });
  if (!file.ok) return failed(file.code, args.path);
  const mimeType = imageTypeOf(file.value.bytes);
  if (mimeType !== null) return image(file.value.bytes, mimeType, args.path);
  const text = textOf(file.value.bytes);
  return text === null ? failed("file-binary", args.path) : answered(numbered(text, args));
}

function image(bytes: Buffer, mimeType: string, path: string): BuiltinAnswer {
  if (bytes.length > largestImage) return failed("file-too-large", path);
  return { isError: false, content: [{ type: "image", mimeType, data: bytes.toString("base64") }] };
}

function numbered(text: string, { from_line: from = 1, lines: count = mostLines }: ReadArgs): string {
  const lines = text.replace(/^\ufeff/, "").split("\n");
  if (lines.at(-1) === "") lines.pop();
  if (lines.length === 0) return "The file is empty.";
  if (from > lines.length) return `The file has ${lines.length} lines.`;
  const shown: string[] = [];
  let length = 0;
  for (const line of lines.slice(from - 1, from - 1 + count)) {
    const entry = `${from + shown.length}\t${cut(line.replace(/\r$/, ""))}`;
    length += entry.length + 1;
    if (length > mostCharacters && shown.length > 0) break;
    shown.push(entry);
  }
  const next = from + shown.length;
  const rest = next <= lines.length ? `\n(${lines.length} lines in all; go on with from_line ${next}.)` : "";
  return shown.join("\n") + rest;
}

function cut(line: string): string {
  return line.length <= longestLine ? line : `${line.slice(0, longestLine)} … (${line.length} characters)`;
}
