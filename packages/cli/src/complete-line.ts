import { CHAT_COMMAND_NAMES } from "./chat-command.js";

/** What can be named after a command at this moment. */
export interface CompletionWords {
  readonly servers: readonly string[];
  readonly tools: readonly { readonly serverId: string; readonly toolName: string }[];
  readonly questions: readonly string[];
  readonly grants: readonly string[];
  readonly scripts: readonly string[];
}

const PRESETS = ["read-only", "workspace-write", "full-access"];

/** Whole lines that a typed one can become. Messages are never completed. */
export function completeLine(typed: string, words: CompletionWords): readonly string[] {
  if (!typed.startsWith("/")) return [];
  const parts = typed.split(/ +/u);
  const before = parts.slice(0, -1);
  const last = parts.at(-1) ?? "";
  const head = before.length === 0 ? "" : `${before.join(" ")} `;
  return candidates(before, words)
    .filter((word) => word.startsWith(last) && !/[\p{C}\s]/u.test(word))
    .map((word) => head + word);
}

function candidates([command, first, ...others]: readonly string[], words: CompletionWords): readonly string[] {
  if (command === undefined) return CHAT_COMMAND_NAMES;
  if (first === undefined) return namedAfter(command, words);
  if (command !== "/call" || others.length > 0) return [];
  return words.tools.filter(({ serverId }) => serverId === first).map(({ toolName }) => toolName);
}

function namedAfter(command: string, words: CompletionWords): readonly string[] {
  switch (command) {
    case "/approve":
    case "/approve-session":
    case "/deny":
    case "/stop-script":
      return words.questions;
    case "/retry":
      return words.servers;
    case "/call":
      return [...words.servers, "codemode"];
    case "/revoke":
      return words.grants;
    case "/script":
      return words.scripts;
    case "/permission":
    case "/preset":
      return PRESETS;
    default:
      return [];
  }
}
