import type { ApprovalRequest, CallTarget, PermissionPreset, SessionEvent } from "@loop/contract";

type Decision = "allowed" | "allowed-session" | "denied";

export type TerminalHandler = (
  request: ApprovalRequest,
  context: { readonly signal: AbortSignal },
) => Promise<Decision | { readonly decision: Decision; readonly note?: string }>;

/** What the terminal uses of an agent session. */
export interface TerminalSession {
  prompt(text: string, options: { readonly signal: AbortSignal }): AsyncIterable<SessionEvent>;
  call(tool: CallTarget, args: unknown, options: { readonly signal: AbortSignal }): AsyncIterable<SessionEvent>;
  setApprovalHandler(handler: TerminalHandler | null): void;
  setPermission(preset: PermissionPreset): void;
}
