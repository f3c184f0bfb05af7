import type { PermissionPreset } from "@loop/contract";

/** Settings → Permissions. */
export const PERMISSIONS = {
  title: "Permissions",
  lede: "What runs without asking right now, and what each level means. A level is chosen in its conversation.",
  allowedNow: "Allowed now",
  allowedNowAside: "Tools you allowed for a session, over all conversations.",
  none: "No tool is allowed for a session.",
  ends: "Each ends when its server or that server’s tools change, when its conversation’s session closes, or when Loop stops.",
  revoke: "Revoke",
  revokeLabel: (tool: string, conversation: string) => `Revoke ${tool} in ${conversation}`,
  revoked: (tool: string) => `${tool} is asked again from its next call on.`,
  untitled: "Conversation without a name",
  in: "in",
  since: (time: string) => `since ${time}`,
  full: "Full access",
  fullAside: "Conversations in which calls run without asking.",
  fullNone: "No conversation has full access.",
  levels: "Levels",
  levelsAside: "They decide over Loop’s own tools and over asking.",
  calls: "Calls to MCP servers",
  own: "Loop’s own tools",
  never: "What no level does",
  neverTexts: [
    "No level limits an MCP server. A local one is a program that starts and runs with your rights, outside the sandbox, as soon as it is switched on.",
    "No level makes a server’s own refusal go away: a call it refuses has failed, and is neither repeated nor asked again.",
    "No level sends a call twice. One that timed out may have taken effect, and it is left to you.",
  ],
} as const;

/** PER-01, PER-11: what each level means for calls and for Loop's own tools. */
export const LEVELS: Readonly<Record<PermissionPreset, { readonly calls: string; readonly own: string }>> = {
  "read-only": {
    calls: "Each one is asked.",
    own: "They read files in the workspace. They write nothing and run no command.",
  },
  "workspace-write": {
    calls: "Each one is asked.",
    own: "They read and write files in the workspace. Commands run in a sandbox; without one, each command is asked.",
  },
  "full-access": {
    calls: "They run without asking.",
    own: "They reach every file that you reach, and run any command with your rights.",
  },
};
