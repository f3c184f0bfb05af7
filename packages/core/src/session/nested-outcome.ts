import { type DenialReason, errorText } from "@loop/contract";
import type { NestedOutcome } from "../codemode/tool-error.js";
import type { CallOutcome } from "./call-outcome.js";

/** A call's end as the script that made it needs it. */
export function nestedOutcomeOf(outcome: CallOutcome): NestedOutcome {
  const { status, code = "tool-failed", note, detail, content, structuredContent } = outcome;
  const isInvalid = detail !== undefined || (status === "failed" && !outcome.wasSent);
  if (isInvalid) return { kind: "invalid", code, detail: detail ?? errorText(code).sentence };
  const reason = outcome.wasSent ? null : refusalOf(outcome);
  if (reason !== null) return { kind: "refused", reason, code, ...(note === undefined ? {} : { note }) };
  return {
    kind: "answered",
    result: {
      status: status === "denied" || status === "expired" ? "failed" : status,
      content,
      mayHaveTakenEffect: outcome.mayHaveTakenEffect,
      serverAnswered: outcome.serverAnswered,
      ...(status === "ok" ? {} : { code }),
      ...(structuredContent === undefined ? {} : { structuredContent }),
    },
  };
}

function refusalOf({ status, code }: CallOutcome): DenialReason | null {
  if (status === "expired") return "timeout";
  if (status === "denied") return code === "call-denied" ? "user" : "no-handler";
  if (status === "cancelled") return code === "call-cancelled" ? "cancelled" : "revoked";
  return null;
}
