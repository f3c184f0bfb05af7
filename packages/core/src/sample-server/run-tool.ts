import type { Fields } from "./json-rpc.js";
import type { Notes } from "./notes.js";
import { drawPicture } from "./picture.js";
import { waitSlowly } from "./slow-tool.js";
import { numberArgument, stringArgument } from "./tool-arguments.js";
import type { ToolName } from "./tool-list.js";
import { type CallResult, failed, structured, text } from "./tool-result.js";

export interface ToolContext {
  readonly notes: Notes;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly done: number; readonly total: number; readonly words: string }) => void;
}

const DEFAULT_PICTURE_SIZE = 64;

/** Runs one tool on arguments that already fit its schema. */
export async function runTool(name: ToolName, args: Fields, context: ToolContext): Promise<CallResult> {
  switch (name) {
    case "echo":
      return text(stringArgument(args, "text") ?? "");
    case "clock":
      return tellTime(context.now(), stringArgument(args, "timezone"));
    case "notes_add":
      return context.notes.add(stringArgument(args, "text") ?? "", context.now().toISOString());
    case "notes_list":
      return context.notes.list();
    case "notes_clear":
      return context.notes.clear();
    case "picture":
      return showPicture(numberArgument(args, "size") ?? DEFAULT_PICTURE_SIZE);
    case "slow":
      return waitAndReport(numberArgument(args, "seconds") ?? 1, context);
    case "fail":
      return failed(stringArgument(args, "message") ?? "This tool always fails.");
    default:
      return unreachable(name);
  }
}

function tellTime(now: Date, wanted: string | null): CallResult {
  const timezone = wanted ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const local = formatIn(now, timezone);
  if (local === null) return failed(`There is no time zone with the name ${JSON.stringify(timezone)}.`);
  return structured({ utc: now.toISOString(), timezone, local }, `${local} (${timezone})`);
}

function formatIn(now: Date, timezone: string): string | null {
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone: timezone, dateStyle: "full", timeStyle: "long" }).format(now);
  } catch {
    return null;
  }
}

function showPicture(size: number): CallResult {
  const data = drawPicture(size).toString("base64");
  return {
    content: [
      { type: "text", text: `A picture of ${size} by ${size} pixels.` },
      { type: "image", data, mimeType: "image/png" },
    ],
  };
}

function waitAndReport(seconds: number, { signal, onProgress }: ToolContext): Promise<CallResult> {
  return waitSlowly({
    seconds,
    signal,
    onProgress: (done) => onProgress({ done, total: seconds, words: `${done} of ${seconds} seconds` }),
  });
}

function unreachable(name: never): never {
  throw new Error(`unknown tool ${String(name)}`);
}
