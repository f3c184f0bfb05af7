/** `code` of a `ToolError` inside a script. Stable: scripts branch on it (CM-03). */
export type ToolErrorCode =
  | "invalid_input"
  | "unknown_tool"
  | "denied"
  | "denied_repeatedly"
  | "approval_timeout"
  | "approval_unavailable"
  | "cancelled"
  | "timeout"
  | "connection_closed"
  | "catalog_changed"
  | "tool_error"
  | "result_too_large"
  | "call_limit";

/** What a script catches. `message` is Loop's sentence, or the server's text for `tool_error` alone. */
export interface ScriptToolError {
  readonly code: ToolErrorCode;
  readonly path: string;
  readonly message: string;
  readonly data?: unknown;
}

export const SCRIPT_OUTCOME_CODES = [
  "ok",
  "syntax",
  "script",
  "timeout",
  "memory",
  "stack",
  "deadlock",
  "cancelled",
  "busy",
  "interrupted",
  "engine",
] as const;
export type ScriptOutcomeCode = (typeof SCRIPT_OUTCOME_CODES)[number];

/** After anything else an engine may hold memory or still run: its thread is thrown away with it, not handed on. */
export function leavesThreadClean(code: ScriptOutcomeCode): boolean {
  return code === "ok" || code === "script" || code === "syntax";
}

/** An error that ended a script, as the guest itself described it: never a host's stack or path. */
export interface ScriptFault {
  readonly name: string;
  readonly message: string;
  /** 1-based line of the script; null where the engine gave none. */
  readonly line: number | null;
}

export interface ScriptEnd {
  readonly code: ScriptOutcomeCode;
  readonly fault: ScriptFault | null;
  /** Milliseconds the engine ran. */
  readonly activeMs: number;
  /** The last lines of `console`, for people; a model reads them only when the script failed or emitted nothing. */
  readonly console: string;
  /** Characters emitted beyond what may cross the wall. */
  readonly omittedCharacters: number;
  /** Requests that had no answer yet when the script ended: a script that ran well did not await them. */
  readonly unanswered: number;
}
