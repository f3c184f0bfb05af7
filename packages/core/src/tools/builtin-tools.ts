import type { BuiltinTool } from "./builtin-tool.js";
import { editFileTool } from "./edit-file.js";
import { listFilesTool } from "./list-files.js";
import { readFileTool } from "./read-file.js";
import { type CommandOptions, runCommandTool } from "./run-command.js";
import { searchFilesTool } from "./search-files.js";
import { writeFileTool } from "./write-file.js";

/** Loop's own tools, in the order a model is shown them. */
export function builtinTools(options: CommandOptions): readonly BuiltinTool[] {
  return [readFileTool, listFilesTool, searchFilesTool, editFileTool, writeFileTool, runCommandTool(options)];
}
