import type { ApprovalDecision, ApprovalRequest, ApprovalSource, DenialReason, ErrorCode } from "@loop/contract";

/** What a host's handler may answer. A plain decision, or one with a person's own words for the model. */
export type ApprovalReply =
  | ApprovalDecision
  | {
      readonly decision: ApprovalDecision;
      readonly note?: string;
      /** With a refusal of a script's call: end the script too. */
      readonly stopScript?: boolean;
    };

/**
 * Puts one question to a person. `signal` aborts when the answer no longer counts (timeout, cancel, revocation);
 * what the handler returns after that changes nothing.
 */
export type ApprovalHandler = (
  request: ApprovalRequest,
  context: { readonly signal: AbortSignal },
) => Promise<ApprovalReply>;

/** What the gate decided (PER-02 … PER-07). */
export type ApprovalOutcome =
  | { readonly allowed: true; readonly source?: ApprovalSource; readonly session?: boolean }
  | {
      readonly allowed: false;
      readonly reason: DenialReason;
      readonly code: ErrorCode;
      readonly note?: string;
      readonly stopScript?: boolean;
    };
