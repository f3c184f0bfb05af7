import type { PermissionPreset } from "@loop/contract";
import { explain } from "./errors.js";

/** The conversation: composer, steps and notices. */
export const CHAT = {
  you: "You",
  answer: "Answer",
  isWriting: "is writing",
  reasoning: "Reasoning",
  reasoningRunning: "Reasoning…",
  placeholder: "What should be done?",
  reply: "Reply",
  nextTurn: "Reply, for after this turn",
  send: "Send",
  message: "Message",
  emptyTitle: "What should be done?",
  emptyTools: (tools: number) =>
    tools === 0
      ? "No tools are in reach yet."
      : `${tools === 1 ? "1 tool is" : `${tools} tools are`} in reach, and each call is asked first.`,
  emptyOff:
    "MCP tools are off. The lightning menu below switches them on for this conversation; each call is asked first.",
  emptyFullAccess: "MCP calls run without asking in this session.",
  noModel: "No model is connected, so messages cannot be answered.",
  noModelHere: "No model is connected, so messages cannot be answered. Whoever starts this Loop sets LOOP_MODEL.",
  connectModel: "Connect a model",
  runByHand: "Run a tool by hand",
  waits: "The turn waits for your answer. Ctrl J goes to it.",
  toBottom: "To the end",
  stepDetail: { args: "Sent", argsNotSent: "Would have been sent", result: "Answer", nothing: "The answer is empty." },
  serverWords: (server: string) => `${server}’s own words. Loop has not checked them.`,
  scriptWords: "From the script and the servers it called. Loop has not checked it.",
  resultImage: (server: string) => `Picture from ${server}`,
  code: "Code",
  editAndResend: "Edit and resend",
  editLabel: "Your message, to be changed",
  editNote:
    "Continues in a new conversation with everything above. No call is repeated, and this conversation stays as it is.",
  editSend: "Send in a new conversation",
  editedTitle: (title: string) => (title.endsWith(", edited") ? title : `${[...title].slice(0, 180).join("")}, edited`),
  sendAgain: "Send again",
  cancel: "Cancel",
  script: "Script",
  scriptText: "Script",
  scriptByModel: "Written by the model. It can reach nothing but the tools of these servers.",
  scriptByYou: "Written by you. It can reach nothing but the tools of these servers.",
  emitted: "Handed to the model",
  emittedByHand: "Handed out",
  scriptCalls: (count: number, isRunning: boolean) =>
    `${count} ${count === 1 ? "call" : "calls"}${isRunning ? " so far" : ""}`,
  moreCalls: (count: number) => `+ ${count}`,
  byHand: "by hand",
  on: "on",
  leftOut: "was left out of this turn.",
  stepOf: (server: string, tool: string, status: string) => `${server} ${tool}: ${status}`,
} as const;

export interface PresetWords {
  readonly name: string;
  readonly says: string;
}

/** PER-01, PER-11: what each preset does, and what it does not. */
export const PRESETS: Readonly<Record<PermissionPreset, PresetWords>> = {
  "read-only": { name: "Read only", says: "Files in this folder may be read. MCP calls are asked." },
  "workspace-write": {
    name: "Workspace write",
    says: "Files in this folder may change. MCP calls are still asked.",
  },
  "full-access": {
    name: "Full access",
    says: "MCP calls run without asking in this session. Loop’s own tools reach every file and run any command.",
  },
};
export const PRESET_TITLE = "Permission of this session";
export const PRESET_NOTE = "No level limits what a local server itself can do on this computer.";

const NOTICES: Readonly<Record<string, string>> = {
  "turn-stopped": "Stopped.",
  "turn-interrupted": "Loop stopped while this turn was running. No call is repeated.",
};

/** Why a permission of the session ended (GRT-04), to follow the tool's name. */
export function grantEndedText(server: string, because: string): string {
  return `${server} is no longer allowed for this session: ${endedBecause(because)} Its next call is asked again.`;
}

function endedBecause(because: string): string {
  switch (because) {
    case "catalog-changed":
      return "the server’s tools were read anew, or its settings changed.";
    case "server-disabled":
      return "the server was switched off or deleted.";
    default:
      return `the connection to the server ended. ${explain(because).sentence}`;
  }
}

/** A short sentence where there is one; else null, and the code's own words are used. */
export function noticeText(code: string, params: Readonly<Record<string, string | number>> = {}): string | null {
  if (code === "tools-over-limit" && typeof params.leftOut === "number") {
    const { leftOut } = params;
    return `${leftOut === 1 ? "1 tool was" : `${leftOut} tools were`} left out of this turn: ${limitText(params)}`;
  }
  return NOTICES[code] ?? null;
}

/** Whose limit it was, and what can be done about it: a model's cannot be raised (CAP-02). */
function limitText({ offered, limit }: Readonly<Record<string, string | number>>): string {
  switch (limit) {
    case "model":
      return `the model takes ${offered} tools of servers at most. Switch off servers or groups that are not needed.`;
    case "account":
      return `your limit is ${offered}. Raise it in Settings, Tools, or switch off servers or groups that are not needed.`;
    default:
      return `${offered} reach the model at most. Switch off servers or groups that are not needed.`;
  }
}
