import type { ErrorCode } from "@loop/contract";
import type { McpCallResult } from "@loop/core/host";

const NOTHING = { content: [], mayHaveTakenEffect: false, serverAnswered: false } as const;

/** Something changed, or somebody decided, before the call was sent. */
export function notSent(code: ErrorCode): McpCallResult {
  return { ...NOTHING, status: "cancelled", code };
}

/** The server could not be reached, so nothing was sent (TML-01). */
export function notReached(code: ErrorCode): McpCallResult {
  return { ...NOTHING, status: "unreachable", code };
}

/** A failure on this side, before the call was sent. */
export function failedHere(code: ErrorCode): McpCallResult {
  return { ...NOTHING, status: "failed", code };
}
