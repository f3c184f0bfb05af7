import type { ApprovalRequest } from "@loop/contract";

export interface QuestionChange {
  readonly asked: readonly ApprovalRequest[];
  /** Ids of questions that stand no longer. */
  readonly settled: readonly string[];
}

/** What changed between two lists of open questions. Nothing is new in the first list that is read. */
export function changedQuestions(
  before: readonly ApprovalRequest[] | null,
  after: readonly ApprovalRequest[],
): QuestionChange {
  if (before === null) return { asked: [], settled: [] };
  return {
    asked: after.filter((one) => !before.some((known) => known.id === one.id)),
    settled: before.filter((known) => !after.some((one) => one.id === known.id)).map((known) => known.id),
  };
}
