/** One argument of a built-in tool, as text: a string verbatim, anything else as JSON. */
export interface BuiltinArgument {
  readonly name: string;
  readonly text: string;
}

export function builtinArguments(args: unknown): readonly BuiltinArgument[] {
  if (typeof args !== "object" || args === null) return [];
  return Object.entries(args).map(([name, value]: [string, unknown]) => ({ name, text: asText(value) }));
}

/** The argument that says what a step is about. */
const SUBJECTS: Readonly<Record<string, string>> = {
  run_command: "command",
  search_files: "text",
  memory_search: "query",
  memory_write: "text",
  list_mcp_tools: "server",
};
const LONGEST_SUBJECT = 72;

/** What a step is about, on its line: a path whole, a command or a search cut; "" where there is nothing to say. */
export function builtinSubject(tool: string, args: unknown): string {
  const name = SUBJECTS[tool] ?? "path";
  const text = builtinArguments(args).find((one) => one.name === name)?.text ?? "";
  if (name === "path") return text;
  const [line = ""] = text.split("\n", 1);
  const characters = [...line];
  const isCut = characters.length > LONGEST_SUBJECT || line !== text;
  return isCut ? `${characters.slice(0, LONGEST_SUBJECT - 1).join("")}…` : line;
}

export interface CommandWork {
  readonly command: string;
  /** Relative to the workspace, or absolute; null for the workspace itself. */
  readonly folder: string | null;
  readonly seconds: number | null;
}

const COMMAND_ARGUMENTS: readonly string[] = ["command", "folder", "timeout_seconds"];

/** A command as the card shows it; null where the arguments hold anything that this would leave out. */
export function commandWork(args: unknown): CommandWork | null {
  if (typeof args !== "object" || args === null || !("command" in args) || typeof args.command !== "string")
    return null;
  if (Object.keys(args).some((name) => !COMMAND_ARGUMENTS.includes(name))) return null;
  const folder = "folder" in args ? args.folder : null;
  const seconds = "timeout_seconds" in args ? args.timeout_seconds : null;
  if ((folder !== null && typeof folder !== "string") || (seconds !== null && typeof seconds !== "number")) return null;
  return { command: args.command, folder, seconds };
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "null");
}
