import type { McpServerView } from "@loop/contract";
import { countTools } from "./app-words.js";
import { shortError } from "./errors.js";

/** Settings: the list of servers, the form and the tools page. */
export const SERVERS = {
  back: "Back to conversation",
  settings: "Settings",
  integrations: "Integrations",
  model: "Models",
  permissions: "Permissions",
  usage: "Usage",
  general: "General",
  mcps: "MCPs",
  savedHere: "Saved on this computer only.",
  title: "MCP servers",
  lede: "Each server lends the model its tools. Whether a call runs is decided in the conversation, never here.",
  add: "Add",
  addTitle: "Add MCP server",
  empty:
    "No servers yet. Add one, paste the configuration of another app, or start with the sample server that comes with Loop.",
  addSample: "Add the sample server",
  counts: (all: number, ready: number, tools: number) =>
    `${all === 1 ? "1 server" : `${all} servers`}, ${ready} ready, ${countTools(tools)} in reach of the next prompt`,
  rights: "A local server runs with your own rights on this computer, whatever the permission level of a conversation.",
  retry: "Retry",
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Delete ${name}`,
  removed: (name: string) => `${name} is off and will be deleted.`,
  undo: "Undo",
  toolsOf: (name: string) => `Tools of ${name}`,
  notFound: "There is no server with this id.",
  dropped: (count: number) =>
    count === 1 ? "1 tool was left out: its definition cannot be used." : `${count} tools were left out.`,
  notFollowed: "This server’s announcements of changes stopped. Press Retry to read its tools again.",
} as const;

/** Word of a row, beside its shape. `sinceMs` is how long this page has seen it connecting. */
export function statusWord(view: McpServerView, sinceMs: number | null, limitMs: number | null): string {
  switch (view.status) {
    case "disabled":
      return "Disabled";
    case "queued":
      return "Queued";
    case "connecting":
      return `Connecting${elapsed(sinceMs, limitMs)}`;
    case "refreshing":
      return "Refreshing its tools";
    case "ready":
      return view.toolCount === 0 ? "Ready, offers no tools" : `Ready, ${countTools(view.toolCount)}`;
    case "error":
      return shortError(view.code);
  }
}

/** ", 0:42 of 2:00" */
export function elapsed(sinceMs: number | null, limitMs: number | null): string {
  if (sinceMs === null) return "";
  return limitMs === null ? `, ${clock(sinceMs)}` : `, ${clock(Math.min(sinceMs, limitMs))} of ${clock(limitMs)}`;
}

function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
