import { type CallTarget, PermissionPreset } from "@loop/contract";
import { readJson } from "./read-json.js";

/** What a line typed into `loop chat` asks for. `wrong` carries a sentence for the person. */
export type ChatCommand =
  | { readonly kind: "nothing" }
  | { readonly kind: "prompt"; readonly text: string }
  | {
      readonly kind: "answer";
      readonly decision: "allowed" | "allowed-session" | "denied";
      /** Null: the only open question. */
      readonly id: string | null;
      readonly reason: string | null;
      /** With a refusal: the script that makes the call ends too. */
      readonly stopsScript: boolean;
    }
  | { readonly kind: "call"; readonly target: CallTarget; readonly args: unknown }
  /** A script by hand, from a file. */
  | { readonly kind: "run"; readonly path: string }
  | { readonly kind: "permission"; readonly preset: PermissionPreset | null }
  | { readonly kind: "retry"; readonly serverId: string }
  | { readonly kind: "revoke"; readonly id: string }
  /** Null: the last one. */
  | { readonly kind: "script"; readonly name: string | null }
  | { readonly kind: "tools" | "servers" | "grants" | "workspace" | "help" }
  | { readonly kind: "stop" | "quit" }
  | { readonly kind: "wrong"; readonly sentence: string };

export const CHAT_HELP = [
  "Write a message and press Enter, or use a command:",
  "  /approve ID              allow this one call",
  "  /approve-session ID      allow this tool until the session ends, where the card offers it",
  "  /deny ID [REASON]        refuse the call; the model is told the reason",
  "  /stop-script ID          refuse the call and end the script that makes it (also /deny ID stop)",
  "  /grants                  the tools that are allowed for this session",
  "  /revoke ID               take such a permission back",
  "  /tools                   the tools that are ready",
  "  /servers                 the servers and how they are",
  "  /retry SERVER            connect to a server again",
  "  /call SERVER TOOL {…}    call a tool by hand, with JSON arguments",
  '  /run FILE                run a script by hand (also /call codemode {"script": …})',
  "  /script [ID]             show a script whole; without an id the last one",
  "  /permission [PRESET]     show or set: read-only, workspace-write or full-access (also /preset)",
  "  /workspace               the folder this conversation works in",
  "  /stop                    stop what is running (also Ctrl-C)",
  "  /help                    these lines",
  "  /quit                    leave (also Ctrl-C twice, or Ctrl-D)",
  "A message that begins with a slash is written with two: //like this.",
].join("\n");

export const CHAT_COMMAND_NAMES = [
  "/approve",
  "/approve-session",
  "/deny",
  "/stop-script",
  "/grants",
  "/revoke",
  "/tools",
  "/servers",
  "/retry",
  "/call",
  "/run",
  "/script",
  "/permission",
  "/preset",
  "/workspace",
  "/stop",
  "/help",
  "/quit",
] as const;

export function readChatCommand(line: string): ChatCommand {
  const text = line.trim();
  if (text === "") return { kind: "nothing" };
  if (text.startsWith("//")) return { kind: "prompt", text: text.slice(1) };
  if (!text.startsWith("/")) return { kind: "prompt", text };
  const { first, rest } = splitFirst(text.slice(1));
  return readSlash(first, rest);
}

function readSlash(name: string, rest: string): ChatCommand {
  switch (name) {
    case "approve":
      return answer("allowed", rest);
    case "approve-session":
      return answer("allowed-session", rest);
    case "deny":
      return answer("denied", rest);
    case "stop-script":
      return stopScript(rest);
    case "call":
      return readCall(rest);
    case "permission":
    case "preset":
      return readPermission(rest);
    case "script":
      return { kind: "script", name: rest || null };
    case "tools":
    case "servers":
    case "grants":
    case "workspace":
    case "help":
      return { kind: name };
    case "stop":
    case "quit":
      return { kind: name };
    default:
      return readNamed(name, rest);
  }
}

/** Commands that need to be told what they are about. */
function readNamed(name: string, rest: string): ChatCommand {
  switch (name) {
    case "retry":
      return rest === "" ? wrong("Name the server: /retry SERVER") : { kind: "retry", serverId: rest };
    case "revoke":
      return rest === "" ? wrong("Name the permission: /revoke ID. /grants shows them.") : { kind: "revoke", id: rest };
    case "run":
      return rest === "" ? wrong("Name the file with the script: /run FILE") : { kind: "run", path: rest };
    default:
      return wrong(`There is no command /${name}. /help shows the commands.`);
  }
}

function answer(decision: "allowed" | "allowed-session" | "denied", rest: string): ChatCommand {
  const { first: id, rest: reason } = splitFirst(rest);
  if (decision !== "denied" && reason !== "") return wrong("Only a refusal takes words after the id: /deny ID REASON");
  return { kind: "answer", decision, id: id || null, reason: reason || null, stopsScript: reason === "stop" };
}

function stopScript(rest: string): ChatCommand {
  const { first: id, rest: reason } = splitFirst(rest);
  return { kind: "answer", decision: "denied", id: id || null, reason: reason || null, stopsScript: true };
}

const CALL_FORM = 'Name the server, the tool and its arguments: /call sample echo {"text": "hi"}';
const ARGUMENTS_FORM = 'The arguments must be one JSON object, such as {"text": "hi"}. Nothing was sent.';
const SCRIPT_FORM = 'A script is called with one text: /call codemode {"script": "return 1"}. Nothing was run.';

function readCall(rest: string): ChatCommand {
  const { first: serverId, rest: afterServer } = splitFirst(rest);
  if (serverId === "codemode" && afterServer.startsWith("{")) return readScriptCall(afterServer);
  const { first: toolName, rest: json } = splitFirst(afterServer);
  if (toolName === "") return wrong(CALL_FORM);
  const parsed = readJson(json === "" ? "{}" : json);
  if (!parsed.ok || !isPlainObject(parsed.value)) return wrong(ARGUMENTS_FORM);
  return { kind: "call", target: { serverId, toolName }, args: parsed.value };
}

function readScriptCall(json: string): ChatCommand {
  const parsed = readJson(json);
  const args = parsed.ok ? parsed.value : null;
  const hasScript = typeof args === "object" && args !== null && "script" in args && typeof args.script === "string";
  return hasScript ? { kind: "call", target: "codemode", args } : wrong(SCRIPT_FORM);
}

function readPermission(rest: string): ChatCommand {
  if (rest === "") return { kind: "permission", preset: null };
  const preset = PermissionPreset.safeParse(rest);
  if (preset.success) return { kind: "permission", preset: preset.data };
  return wrong("The presets are read-only, workspace-write and full-access.");
}

function splitFirst(text: string): { first: string; rest: string } {
  const trimmed = text.trim();
  const end = trimmed.search(/\s/u);
  if (end < 0) return { first: trimmed, rest: "" };
  return { first: trimmed.slice(0, end), rest: trimmed.slice(end).trim() };
}

function isPlainObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function wrong(sentence: string): ChatCommand {
  return { kind: "wrong", sentence };
}
