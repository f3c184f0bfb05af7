import type { ApprovalRequest } from "@loop/contract";
import { expect, test } from "vitest";
import { changedQuestions } from "./new-questions.js";

const question = (id: string): ApprovalRequest => ({
  id,
  conversationId: "c",
  turnId: "t",
  callId: "k",
  tool: { builtin: "write_file" },
  description: "",
  args: {},
  allowSession: false,
  expiresAt: null,
});

test("a question that came is told once, and one that was settled is taken back", () => {
  const [one, two] = [question("1"), question("2")];
  expect(changedQuestions([one], [one, two])).toEqual({ asked: [two], settled: [] });
  expect(changedQuestions([one, two], [two])).toEqual({ asked: [], settled: ["1"] });
  expect(changedQuestions([one], [one])).toEqual({ asked: [], settled: [] });
});

test("questions that stood before the page was opened are not told as new", () => {
  expect(changedQuestions(null, [question("1")])).toEqual({ asked: [], settled: [] });
});
