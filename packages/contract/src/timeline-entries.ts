import * as z from "zod/mini";
import { AllowedBy } from "./approval.js";
import { ContentBlock } from "./content.js";
import { ToolRef } from "./tool-ref.js";
import { NestedCall, StepStatus, TurnEndReason } from "./turn-event.js";

const at = z.string();

export const UserEntry = z.object({ kind: z.literal("user"), turnId: z.string(), at, text: z.string() });
export const AssistantEntry = z.object({
  kind: z.literal("assistant"),
  turnId: z.string(),
  at,
  text: z.string(),
  reasoning: z.optional(z.string()),
});
export const StepEntry = z.object({
  kind: z.literal("step"),
  callId: z.string(),
  turnId: z.string(),
  at,
  tool: ToolRef,
  status: StepStatus,
  code: z.optional(z.string()),
  mayHaveTakenEffect: z.optional(z.boolean()),
  args: z.optional(z.unknown()),
  byHand: z.optional(z.boolean()),
  /** The open question, while `status` is `asking`. */
  requestId: z.optional(z.string()),
  /** Who allowed it; absent before an answer and after a refusal. */
  allowedBy: z.optional(AllowedBy),
  result: z.optional(z.array(ContentBlock)),
  calls: z.optional(z.array(NestedCall)),
  durationMs: z.optional(z.number()),
});
export type StepEntry = z.infer<typeof StepEntry>;
export const NoticeEntry = z.object({
  kind: z.literal("notice"),
  turnId: z.string(),
  at,
  code: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  /** Set where the notice is the end of a turn that did not end well. */
  reason: z.optional(TurnEndReason),
});
export const Entry = z.discriminatedUnion("kind", [UserEntry, AssistantEntry, StepEntry, NoticeEntry]);
export type Entry = z.infer<typeof Entry>;
