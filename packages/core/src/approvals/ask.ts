import { ApprovalDecision, type ApprovalRequest, type ErrorCode, unreachable } from "@loop/contract";
import type { Clock } from "../kit/clock.js";
import type { ApprovalHandler, ApprovalOutcome, ApprovalReply } from "./approval.js";
import type { GrantLifetime } from "./grants.js";

export interface Question {
  readonly request: ApprovalRequest;
  readonly handler: ApprovalHandler;
  /** Milliseconds until silence is a refusal. */
  readonly waitMs: number;
  readonly clock: Clock;
  /** The turn's. */
  readonly signal: AbortSignal;
  /** Null for what belongs to no catalog. */
  readonly lifetime: GrantLifetime | null;
}

type Refusal = Extract<ApprovalOutcome, { allowed: false }>;

const NO_HANDLER: Refusal = { allowed: false, reason: "no-handler", code: "no-approval-handler" };
const HANDLER_FAILED: Refusal = { allowed: false, reason: "no-handler", code: "approval-handler-failed" };
const NOT_OFFERED: Refusal = { allowed: false, reason: "no-handler", code: "answer-not-offered" };
const EXPIRED: Refusal = { allowed: false, reason: "timeout", code: "call-expired" };
const CANCELLED: Refusal = { allowed: false, reason: "cancelled", code: "call-cancelled" };

export const refusedWithoutHandler: ApprovalOutcome = NO_HANDLER;

/** What stands in the way of a call whatever a person says: its turn or its catalog is over (PER-06, CAT-06). */
export function obstacle(signal: AbortSignal, lifetime: GrantLifetime | null): Refusal | null {
  if (signal.aborted) return CANCELLED;
  if (lifetime === null || lifetime.isLive) return null;
  return { allowed: false, reason: "revoked", code: lifetime.code ?? "catalog-changed" };
}

/**
 * One race of answer, deadline, cancellation of the turn and end of the lifetime. The first to arrive counts, whatever
 * comes later changes nothing, and the handler's own signal aborts as soon as its answer no longer matters.
 */
export function ask(question: Question): Promise<ApprovalOutcome> {
  const { request, handler, waitMs, clock, signal, lifetime } = question;
  const early = obstacle(signal, lifetime);
  if (early !== null) return Promise.resolve(early);
  const withdrawn = new AbortController();
  return new Promise((resolve) => {
    let stopTimer = (): void => {};
    const settle = (outcome: ApprovalOutcome): void => {
      stopTimer();
      signal.removeEventListener("abort", stop);
      lifetime?.signal.removeEventListener("abort", stop);
      resolve(outcome);
      withdrawn.abort();
    };
    const stop = (): void => settle(obstacle(signal, lifetime) ?? CANCELLED);
    signal.addEventListener("abort", stop);
    lifetime?.signal.addEventListener("abort", stop);
    stopTimer = clock.setTimer(waitMs, () => settle(EXPIRED));
    void answerOf(handler, request, withdrawn.signal).then((outcome) => settle(obstacle(signal, lifetime) ?? outcome));
  });
}

/** Never rejects: a handler that fails has not said yes. */
async function answerOf(
  handler: ApprovalHandler,
  request: ApprovalRequest,
  signal: AbortSignal,
): Promise<ApprovalOutcome> {
  try {
    return outcomeOf(await handler(request, { signal }), request.allowSession);
  } catch {
    return HANDLER_FAILED;
  }
}

function outcomeOf(reply: ApprovalReply, allowSession: boolean): ApprovalOutcome {
  const { decision: said, note, stopScript } = plainReply(reply);
  const decision = ApprovalDecision.safeParse(said);
  if (!decision.success) return NOT_OFFERED;
  const answer = decision.data;
  switch (answer) {
    case "allowed":
      return { allowed: true };
    case "allowed-session":
      return allowSession ? { allowed: true, session: true } : NOT_OFFERED;
    case "denied":
      return { ...denied("call-denied", note), ...(stopScript === true ? { stopScript } : {}) };
    default:
      return unreachable(answer);
  }
}

function plainReply(reply: ApprovalReply): Exclude<ApprovalReply, string> {
  return typeof reply === "string" ? { decision: reply } : reply;
}

function denied(code: ErrorCode, note: string | undefined): Refusal {
  return { allowed: false, reason: "user", code, ...(note === undefined || note === "" ? {} : { note }) };
}
