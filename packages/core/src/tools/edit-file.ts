import * as z from "zod/mini";
import type { FileScope } from "../permissions/file-scope.js";
import { answered, type BuiltinAnswer, type BuiltinTool, defineTool, failed } from "./builtin-tool.js";
import { textOf } from "./text-file.js";
import { unifiedDiff } from "./unified-diff.js";

export type EditOperations = Pick<FileScope, "readFile" | "writeFile">;

const largestFile = 10_485_760;

const EditArgs = z.strictObject({
  path: z.string().check(z.describe("The file, relative to the workspace or absolute.")),
  old_text: z.string().check(z.minLength(1), z.describe("The text to replace, exactly as it is in the file.")),
  new_text: z.string().check(z.describe("What comes in its place.")),
  replace_all: z.optional(z.boolean().check(z.describe("Replace each occurrence; else there must be exactly one."))),
});
type EditArgs = z.infer<typeof EditArgs>;

export const editFileTool: BuiltinTool = defineTool({
  name: "edit_file",
  needs: "write",
  description:
    "Replaces text in a file of the workspace. The old text must be in the file exactly once, blanks and line ends " +
    "included, unless replace_all is set. Answers with what changed.",
  schema: EditArgs,
  run: (args, { scope }) => editFile(args, scope),
});

export async function editFile(args: EditArgs, operations: EditOperations): Promise<BuiltinAnswer> {
  const { path } = args;
  if (args.old_text === args.new_text) return failed("text-unchanged", path);
  const file = await operations.readFile(path, { maxBytes: largestFile });
  if (!file.ok) return failed(file.code, path);
  const before = textOf(file.value.bytes);
  if (before === null) return failed("file-binary", path);
  const edit = inLineEndsOf(before, args);
  const count = before.split(edit.old_text).length - 1;
  if (count === 0) return failed("text-not-found", path);
  if (count > 1 && args.replace_all !== true) return failed("text-not-unique", `${path}: ${count} times`);
  const after = before.split(edit.old_text).join(edit.new_text);
  const written = await operations.writeFile(path, { bytes: Buffer.from(after), expected: file.value.version });
  if (!written.ok) return failed(written.code, path);
  const places = count === 1 ? "one place" : `${count} places`;
  return answered(`Changed ${path} in ${places}.\n${unifiedDiff(path, before, after)}`);
}

/** Models write plain line ends; a file with the other kind keeps its own. */
function inLineEndsOf(text: string, args: EditArgs): Pick<EditArgs, "old_text" | "new_text"> {
  const isOther = text.includes("\r\n") && !text.includes(args.old_text) && !args.old_text.includes("\r");
  if (!isOther) return args;
  const converted = (part: string) => part.replace(/\r?\n/g, "\r\n");
  return { old_text: converted(args.old_text), new_text: converted(args.new_text) };
}
