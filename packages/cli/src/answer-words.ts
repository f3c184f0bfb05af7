import { errorText } from "@loop/contract";
import { sentenceAndStep, toolLabel } from "./call-words.js";
import type { AnswerOutcome } from "./terminal-approvals.js";

/** Null where the events that follow say it. */
export function answerWords(outcome: AnswerOutcome, openCount: number): string | null {
  switch (outcome.kind) {
    case "answered":
      return null;
    case "not-offered":
      return `${toolLabel(outcome.question.request.tool)} can only be allowed once. The question ${outcome.question.name} stays open.`;
    case "settled":
      return errorText("approval-settled").sentence;
    case "unknown":
      return sentenceAndStep("approval-unknown");
    case "ambiguous":
      return `${openCount} questions are open. Name one of them.`;
    case "none-open":
      return "No question is open.";
    default:
      return unreachable(outcome);
  }
}

function unreachable(value: never): never {
  throw new Error(`unknown case ${JSON.stringify(value)}`);
}
