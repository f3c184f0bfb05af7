import type { AgentSession } from "@loop/core";

/** What the terminal uses of an agent session. */
export type TerminalSession = Pick<
  AgentSession,
  "prompt" | "call" | "setApprovalHandler" | "setPermission" | "grants" | "revokeGrant"
>;
