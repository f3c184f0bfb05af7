import type { DenialReason, ErrorCode } from "@loop/contract";
import { errorText, unreachable } from "@loop/contract";
import type { McpCallResult } from "../mcp/tool-source.js";
import type { ScriptToolError, ToolErrorCode } from "./script-errors.js";

const TEXT_CHARACTERS = 2_000;

/** How one nested call ended, as the session's gate and source told it. */
export type NestedOutcome =
  | { readonly kind: "answered"; readonly result: McpCallResult }
  | { readonly kind: "invalid"; readonly code: ErrorCode; readonly detail: string }
  | { readonly kind: "refused"; readonly reason: DenialReason; readonly code: ErrorCode; readonly note?: string };

/** The error a script catches; null when the call went well (CM-03). */
export function toolErrorOf(outcome: NestedOutcome, path: string): ScriptToolError | null {
  switch (outcome.kind) {
    case "invalid":
      return { code: "invalid_input", path, message: outcome.detail };
    case "refused":
      return { code: refusalCode(outcome), path, message: outcome.note ?? errorText(outcome.code).sentence };
    case "answered":
      return outcome.result.status === "ok" ? null : failureOf(outcome.result, path);
    default:
      return unreachable(outcome);
  }
}

function refusalCode(outcome: Extract<NestedOutcome, { kind: "refused" }>): ToolErrorCode {
  switch (outcome.reason) {
    case "user":
      return "denied";
    case "timeout":
      return "approval_timeout";
    case "no-handler":
      return "approval_unavailable";
    case "revoked":
      return "catalog_changed";
    case "cancelled":
      return "cancelled";
    default:
      return unreachable(outcome.reason);
  }
}

/** The server's own words reach a script for `tool_error` alone; every other failure is Loop's sentence. */
function failureOf(result: McpCallResult, path: string): ScriptToolError {
  const code = failureCode(result);
  if (code !== "tool_error") return { code, path, message: errorText(result.code ?? "tool-failed").sentence };
  const text = result.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  const message = text.slice(0, TEXT_CHARACTERS).toWellFormed();
  return {
    code,
    path,
    message: message === "" ? errorText("tool-failed").sentence : message,
    ...(result.structuredContent === undefined ? {} : { data: result.structuredContent }),
  };
}

function failureCode(result: McpCallResult): ToolErrorCode {
  switch (result.code) {
    case "call-timeout":
      return "timeout";
    case "catalog-changed":
    case "server-disabled":
      return "catalog_changed";
    case "call-cancelled":
      return "cancelled";
    case "result-too-large":
    case "response-too-large":
      return "result_too_large";
    case "tool-failed":
    case "tool-refused":
    case undefined:
      return "tool_error";
    default:
      return result.status === "cancelled" ? "cancelled" : "connection_closed";
  }
}
