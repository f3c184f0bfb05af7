import { PermissionPreset } from "@loop/contract";
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
    }
  | { readonly kind: "call"; readonly serverId: string; readonly toolName: string; readonly args: unknown }
  | { readonly kind: "permission"; readonly preset: PermissionPreset | null }
  | { readonly kind: "retry"; readonly serverId: string }
  | { readonly kind: "tools" | "servers" | "help" | "stop" | "quit" }
  | { readonly kind: "wrong"; readonly sentence: string };

export const CHAT_HELP = [
  "Write a message and press Enter, or use a command:",
  "  /approve ID              allow this one call",
  "  /approve-session ID      allow this tool until the session ends, where the card offers it",
  "  /deny ID [REASON]        refuse the call; the model is told the reason",
  "  /tools                   the tools that are ready",
  "  /servers                 the servers and how they are",
  "  /retry SERVER            connect to a server again",
  "  /call SERVER TOOL {…}    call a tool by hand, with JSON arguments",
  "  /permission [PRESET]     show or set: read-only, workspace-write or full-access",
  "  /stop                    stop what is running (also Ctrl-C)",
  "  /help                    these lines",
  "  /quit                    leave (also Ctrl-C twice)",
  "A message that begins with a slash is written with two: //like this.",
].join("\n");

export const CHAT_COMMAND_NAMES = [
  "/approve",
  "/approve-session",
  "/deny",
  "/tools",
  "/servers",
  "/retry",
  "/call",
  "/permission",
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
    case "call":
      return readCall(rest);
    case "permission":
      return readPermission(rest);
    case "retry":
      return rest === "" ? wrong("Name the server: /retry SERVER") : { kind: "retry", serverId: rest };
    case "tools":
    case "servers":
    case "help":
    case "stop":
    case "quit":
      return { kind: name };
    default:
      return wrong(`There is no command /${name}. /help shows the commands.`);
  }
}

function answer(decision: "allowed" | "allowed-session" | "denied", rest: string): ChatCommand {
  const { first: id, rest: reason } = splitFirst(rest);
  if (decision !== "denied" && reason !== "") return wrong("Only a refusal takes words after the id: /deny ID REASON");
  return { kind: "answer", decision, id: id || null, reason: reason || null };
}

function readCall(rest: string): ChatCommand {
  const { first: serverId, rest: afterServer } = splitFirst(rest);
  const { first: toolName, rest: json } = splitFirst(afterServer);
  if (toolName === "") return wrong('Name the server, the tool and its arguments: /call sample echo {"text": "hi"}');
  const parsed = readJson(json === "" ? "{}" : json);
  if (!parsed.ok || !isPlainObject(parsed.value)) {
    return wrong('The arguments must be one JSON object, such as {"text": "hi"}. Nothing was sent.');
  }
  return { kind: "call", serverId, toolName, args: parsed.value };
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
