import type { ContentBlock, ErrorCode, JsonValue, StepStatus } from "@loop/contract";
import { unreachable } from "@loop/contract";
import type { ApprovalOutcome } from "../approvals/approval.js";
import type { ArgumentCheck, McpCallResult } from "../mcp/tool-source.js";

/** How a call ended, for its step and for the model. */
export interface CallOutcome {
  readonly status: Exclude<StepStatus, "asking" | "running" | "interrupted">;
  readonly code?: ErrorCode;
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: JsonValue;
  /** The request left this machine. */
  readonly wasSent: boolean;
  readonly mayHaveTakenEffect: boolean;
  /** The server itself answered, with a result or an error (MEM-01). */
  readonly serverAnswered: boolean;
  /** A person's own words with a refusal. */
  readonly note?: string;
  /** The person wants the script that made this call to end. */
  readonly stopScript?: boolean;
  /** Where and why arguments do not fit, in Loop's or the validator's words. */
  readonly detail?: string;
}

const NOT_SENT = { content: [], wasSent: false, mayHaveTakenEffect: false, serverAnswered: false } as const;

export function unsent(status: CallOutcome["status"], code: ErrorCode): CallOutcome {
  return { ...NOT_SENT, status, code };
}

export function refusedArguments(check: Extract<ArgumentCheck, { ok: false }>): CallOutcome {
  const at = check.path === "" ? "the arguments as a whole" : check.path;
  return { ...NOT_SENT, status: "failed", code: check.code, detail: `${at}: ${check.message}` };
}

export function refusedByGate(refusal: Extract<ApprovalOutcome, { allowed: false }>): CallOutcome {
  const { reason, code, note, stopScript } = refusal;
  const words = { ...(note === undefined ? {} : { note }), ...(stopScript === undefined ? {} : { stopScript }) };
  return { ...NOT_SENT, status: refusedStatus(reason), code, ...words };
}

function refusedStatus(reason: Extract<ApprovalOutcome, { allowed: false }>["reason"]): CallOutcome["status"] {
  switch (reason) {
    case "user":
    case "no-handler":
      return "denied";
    case "timeout":
      return "expired";
    case "cancelled":
    case "revoked":
      return "cancelled";
    default:
      return unreachable(reason);
  }
}

export function answered(result: McpCallResult): CallOutcome {
  const { status, code, content, structuredContent, mayHaveTakenEffect } = result;
  return {
    status,
    content,
    wasSent: status !== "cancelled" || result.serverAnswered || mayHaveTakenEffect,
    mayHaveTakenEffect,
    serverAnswered: result.serverAnswered,
    ...(code === undefined ? {} : { code }),
    ...(structuredContent === undefined ? {} : { structuredContent }),
  };
}
