import type { SessionEvent } from "@loop/contract";
import { sentence } from "./call-words.js";
import { visibleLine } from "./visible-text.js";

type Notice = Extract<SessionEvent, { type: "notice" }>;

/** A notice in plain words, with the thing it is about. */
export function noticeWords({ code, params = {} }: Notice): string {
  if (code === "grant-ended") return endedGrant(params);
  if (code === "tools-over-limit" && typeof params.leftOut === "number") {
    return `${sentence(code)} Offered: ${params.offered}; left out: ${params.leftOut}.${limitWords(params.limit)}`;
  }
  return sentence(code);
}

/** Whose limit it was: a person can raise their own, not the model's. */
function limitWords(limit: string | number | undefined): string {
  if (limit === "model") return " It is the model's own limit.";
  return limit === "account" ? " It is the account's limit, set in Settings, Tools." : "";
}

function endedGrant({ serverId, toolName, because }: NonNullable<Notice["params"]>): string {
  if (serverId === undefined || toolName === undefined) return sentence("grant-ended");
  const tool = `${visibleLine(String(serverId))} · ${visibleLine(String(toolName))}`;
  return `${tool} is no longer allowed for this session: ${reasonWords(String(because))} Its next call asks you again.`;
}

function reasonWords(because: string): string {
  switch (because) {
    case "catalog-changed":
      return "the server's tools were read anew, or its settings changed.";
    case "server-disabled":
      return "the server was switched off or removed.";
    default:
      return `the connection to the server ended. ${sentence(because)}`;
  }
}
