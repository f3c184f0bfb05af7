import * as z from "zod/mini";
import { AllowedBy, ApprovalRequest, ApprovalResult } from "./approval.js";
import { ContentBlock } from "./content.js";
import { Conversation } from "./conversation.js";
import { McpServerView } from "./mcp-view.js";
import { CallTarget, ToolRef } from "./tool-ref.js";

export const StepStatus = z.enum([
  "asking",
  "running",
  "ok",
  "failed",
  "denied",
  "expired",
  "cancelled",
  "unreachable",
  "interrupted",
]);
export type StepStatus = z.infer<typeof StepStatus>;

/** A nested call of a script: never its arguments or its result (CM-02). */
export const NestedCall = z.object({
  serverId: z.string(),
  toolName: z.string(),
  label: z.string(),
  /** As in `McpToolRef`. */
  serverName: z.optional(z.string()),
  status: StepStatus,
  /** Absent before an answer and after a refusal: then nothing was sent. */
  allowedBy: z.optional(AllowedBy),
  /** PER-14. */
  mayHaveTakenEffect: z.optional(z.boolean()),
});
export type NestedCall = z.infer<typeof NestedCall>;

export const TurnEndReason = z.enum(["done", "stopped", "failed", "interrupted", "rounds"]);
export type TurnEndReason = z.infer<typeof TurnEndReason>;

/** Who began the turn: a person's words, or a call by hand (design: Routes). */
export const TurnOrigin = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("prompt"), text: z.string(), spoken: z.optional(z.boolean()) }),
  z.object({ kind: z.literal("call"), tool: CallTarget }),
]);
export type TurnOrigin = z.infer<typeof TurnOrigin>;

export const TokenUsage = z.object({
  inputTokens: z.number(),
  cachedInputTokens: z.optional(z.number()),
  outputTokens: z.number(),
});
export type TokenUsage = z.infer<typeof TokenUsage>;

/** `at` is an ISO time; `seq` and `conversationId` are there once a host stored the event. */
const base = {
  turnId: z.string(),
  at: z.string(),
  seq: z.optional(z.number()),
  conversationId: z.optional(z.string()),
};

export const TurnStart = z.object({ ...base, type: z.literal("turn-start"), origin: TurnOrigin });
export const TextDelta = z.object({ ...base, type: z.literal("text-delta"), text: z.string() });
export const ReasoningDelta = z.object({ ...base, type: z.literal("reasoning-delta"), text: z.string() });
export const CallStart = z.object({
  ...base,
  type: z.literal("call-start"),
  callId: z.string(),
  tool: ToolRef,
  /** Arguments of a direct or by-hand call. Absent for a nested one. */
  args: z.optional(z.unknown()),
  byHand: z.optional(z.boolean()),
});
export const ApprovalRequestEvent = z.object({
  ...base,
  type: z.literal("approval-request"),
  callId: z.string(),
  request: ApprovalRequest,
});
export const ApprovalResultEvent = z.object({
  ...base,
  type: z.literal("approval-result"),
  callId: z.string(),
  requestId: z.string(),
  result: ApprovalResult,
});
export const CallEnd = z.object({
  ...base,
  type: z.literal("call-end"),
  callId: z.string(),
  status: StepStatus,
  code: z.optional(z.string()),
  /** PER-14. */
  mayHaveTakenEffect: z.optional(z.boolean()),
  /** Absent for nested calls (CM-02). */
  result: z.optional(z.array(ContentBlock)),
  durationMs: z.optional(z.number()),
});
export const Notice = z.object({
  ...base,
  type: z.literal("notice"),
  code: z.string(),
  /** Values for the sentence of `code`; never a server's text. */
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
});
export const TurnEnd = z.object({
  ...base,
  type: z.literal("turn-end"),
  reason: TurnEndReason,
  code: z.optional(z.string()),
  usage: z.optional(TokenUsage),
  /** `provider/model` that used them. */
  model: z.optional(z.string()),
});

/** What a session emits; the same members travel over the wire. */
export const SessionEvent = z.discriminatedUnion("type", [
  TurnStart,
  TextDelta,
  ReasoningDelta,
  CallStart,
  ApprovalRequestEvent,
  ApprovalResultEvent,
  CallEnd,
  Notice,
  TurnEnd,
]);
export type SessionEvent = z.infer<typeof SessionEvent>;

/** Facts of the account rather than of a turn. `server-status` is never stored, so it carries no seq. */
export const ServerStatusEvent = z.object({
  type: z.literal("server-status"),
  at: z.string(),
  /** Null once the server is gone. */
  server: z.nullable(McpServerView),
  serverId: z.string(),
});
export const ConversationEvent = z.object({
  type: z.literal("conversation"),
  at: z.string(),
  seq: z.optional(z.number()),
  conversationId: z.string(),
  /** Null once the conversation is deleted. */
  conversation: z.nullable(Conversation),
});

export const TurnEvent = z.discriminatedUnion("type", [
  TurnStart,
  TextDelta,
  ReasoningDelta,
  CallStart,
  ApprovalRequestEvent,
  ApprovalResultEvent,
  CallEnd,
  Notice,
  TurnEnd,
  ServerStatusEvent,
  ConversationEvent,
]);
export type TurnEvent = z.infer<typeof TurnEvent>;
