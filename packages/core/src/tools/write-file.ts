import * as z from "zod/mini";
import type { FileScope } from "../permissions/file-scope.js";
import { answered, type BuiltinAnswer, type BuiltinTool, defineTool, failed } from "./builtin-tool.js";
import { textOf } from "./text-file.js";
import { unifiedDiff } from "./unified-diff.js";

export type WriteOperations = Pick<FileScope, "inspect" | "readFile" | "writeFile">;

const largestCompared = 1_048_576;
const mostCharacters = 10_485_760;

const WriteArgs = z.strictObject({
  path: z.string().check(z.describe("The file, relative to the workspace or absolute.")),
  content: z.string().check(z.maxLength(mostCharacters), z.describe("The file's whole new content.")),
});
type WriteArgs = z.infer<typeof WriteArgs>;

export const writeFileTool: BuiltinTool = defineTool({
  name: "write_file",
  needs: "write",
  description:
    "Writes a whole file of the workspace, new or in the place of the old one; missing folders are made. Answers with " +
    "what changed. For a small change use edit_file.",
  schema: WriteArgs,
  run: (args, { scope }) => writeFile(args, scope),
});

export async function writeFile({ path, content }: WriteArgs, operations: WriteOperations): Promise<BuiltinAnswer> {
  const found = await operations.inspect(path);
  if (!found.ok) return failed(found.code, path);
  const { kind, version, size } = found.value;
  if (kind === "folder") return failed("file-is-folder", path);
  const before = size > largestCompared ? null : await oldText(path, operations);
  const written = await operations.writeFile(path, { bytes: Buffer.from(content), expected: version });
  if (!written.ok) return failed(written.code, path);
  if (kind === "absent") return answered(`Wrote ${path}, a new file of ${lineCount(content)}.`);
  if (before === content) return answered(`Wrote ${path}. It has the content it had before.`);
  const changes = before === null ? "" : `\n${unifiedDiff(path, before, content)}`;
  return answered(`Wrote ${path} over the old file.${changes}`);
}

async function oldText(path: string, operations: WriteOperations): Promise<string | null> {
  const file = await operations.readFile(path, { maxBytes: largestCompared });
  return file.ok ? textOf(file.value.bytes) : null;
}

function lineCount(text: string): string {
  const count = text.split("\n").length - (text.endsWith("\n") || text === "" ? 1 : 0);
  return count === 1 ? "one line" : `${count} lines`;
}
