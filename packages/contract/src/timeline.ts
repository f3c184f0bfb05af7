import * as z from "zod/mini";
import { ContentBlock } from "./content.js";
import { ToolRef } from "./tool-ref.js";
import { NestedCall, type SessionEvent, StepStatus, TurnEndReason } from "./turn-event.js";

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
  allowedBy: z.optional(z.enum(["person", "session", "session-grant", "full-access", "bot-consent"])),
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

type NestedState = { readonly outer: string; readonly index: number };

/** What a reader sees, and what is needed to go on folding. Treat as a value: `foldEvent` never changes it. */
export interface Timeline {
  readonly entries: readonly Entry[];
  readonly runningTurnId: string | null;
  readonly lastSeq: number;
}

export const emptyTimeline: Timeline = { entries: [], runningTurnId: null, lastSeq: 0 };

/**
 * Adds one event. Events at or before `lastSeq` change nothing, so a replay after a reconnect is harmless;
 * events without a seq (an SDK session's own) always count.
 */
export function foldEvent(timeline: Timeline, event: SessionEvent): Timeline {
  if (event.seq !== undefined && event.seq <= timeline.lastSeq) return timeline;
  const next = applyEvent(timeline, event);
  return event.seq === undefined ? next : { ...next, lastSeq: event.seq };
}

export function foldEvents(events: Iterable<SessionEvent>, start: Timeline = emptyTimeline): Timeline {
  let timeline = start;
  for (const event of events) timeline = foldEvent(timeline, event);
  return timeline;
}

function applyEvent(timeline: Timeline, event: SessionEvent): Timeline {
  switch (event.type) {
    case "turn-start":
      return startTurn(timeline, event);
    case "text-delta":
      return appendText(timeline, event, "text");
    case "reasoning-delta":
      return appendText(timeline, event, "reasoning");
    case "call-start":
      return startCall(timeline, event);
    case "approval-request":
      return patchCall(timeline, event.turnId, event.callId, { status: "asking", requestId: event.request.id });
    case "approval-result":
      return applyResult(timeline, event);
    case "call-end":
      return endCall(timeline, event);
    case "notice":
      return append(timeline, pick(event, { kind: "notice", code: event.code, params: event.params }));
    case "turn-end":
      return endTurn(timeline, event);
    default:
      return unreachable(event);
  }
}

function startTurn(timeline: Timeline, event: Extract<SessionEvent, { type: "turn-start" }>): Timeline {
  const running = { ...timeline, runningTurnId: event.turnId };
  if (event.origin.kind !== "prompt") return running;
  return append(running, pick(event, { kind: "user", text: event.origin.text }));
}

function appendText(
  timeline: Timeline,
  event: Extract<SessionEvent, { type: "text-delta" | "reasoning-delta" }>,
  field: "text" | "reasoning",
): Timeline {
  const last = timeline.entries.at(-1);
  if (last?.kind === "assistant" && last.turnId === event.turnId) {
    return replaceLast(timeline, { ...last, [field]: (last[field] ?? "") + event.text });
  }
  const fresh = field === "text" ? { text: event.text } : { text: "", reasoning: event.text };
  return append(timeline, pick(event, { kind: "assistant", ...fresh }));
}

function startCall(timeline: Timeline, event: Extract<SessionEvent, { type: "call-start" }>): Timeline {
  const nested = nestedState(timeline, event.turnId, event.callId);
  if (nested === null) {
    return append(
      timeline,
      pick(event, {
        kind: "step",
        callId: event.callId,
        tool: event.tool,
        status: "running",
        args: event.args,
        byHand: event.byHand,
      }),
    );
  }
  if (typeof event.tool === "string" || !("serverId" in event.tool)) return timeline;
  const { serverId, toolName, label } = event.tool;
  return patchNested(timeline, event.turnId, nested, { serverId, toolName, label, status: "running" });
}

function applyResult(timeline: Timeline, event: Extract<SessionEvent, { type: "approval-result" }>): Timeline {
  const { decision, source } = event.result;
  if (decision === "denied") return patchCall(timeline, event.turnId, event.callId, { requestId: undefined });
  const allowedBy = source ?? (decision === "allowed-session" ? "session" : "person");
  return patchCall(timeline, event.turnId, event.callId, { status: "running", requestId: undefined, allowedBy });
}

function endCall(timeline: Timeline, event: Extract<SessionEvent, { type: "call-end" }>): Timeline {
  const { status, code, mayHaveTakenEffect, result, durationMs } = event;
  return patchCall(timeline, event.turnId, event.callId, {
    status,
    code,
    mayHaveTakenEffect,
    result,
    durationMs,
    requestId: undefined,
  });
}

/** Whatever is still open when its turn ends was interrupted: a reader never waits for a step that cannot end. */
function endTurn(timeline: Timeline, event: Extract<SessionEvent, { type: "turn-end" }>): Timeline {
  const entries = timeline.entries.map((entry) =>
    entry.kind === "step" && entry.turnId === event.turnId ? settleOpen(entry) : entry,
  );
  const ended = { ...timeline, entries, runningTurnId: null };
  if (event.reason === "done") return ended;
  return append(
    ended,
    pick(event, { kind: "notice", code: event.code ?? `turn-${event.reason}`, reason: event.reason }),
  );
}

function settleOpen(step: StepEntry): StepEntry {
  const calls = step.calls?.map((call) => (isOpen(call.status) ? { ...call, status: "interrupted" as const } : call));
  const settled = calls === undefined ? step : { ...step, calls };
  if (!isOpen(step.status)) return settled;
  return compact({ ...settled, status: "interrupted", requestId: undefined });
}

function isOpen(status: StepStatus): boolean {
  return status === "asking" || status === "running";
}

function patchCall(timeline: Timeline, turnId: string, callId: string, patch: Partial<StepEntry>): Timeline {
  const nested = nestedState(timeline, turnId, callId);
  if (nested !== null) {
    return patch.status === undefined ? timeline : patchNested(timeline, turnId, nested, { status: patch.status });
  }
  return mapStep(timeline, turnId, callId, (step) => compact({ ...step, ...patch }));
}

function patchNested(timeline: Timeline, turnId: string, nested: NestedState, patch: Partial<NestedCall>): Timeline {
  return mapStep(timeline, turnId, nested.outer, (step) => {
    const calls = [...(step.calls ?? [])];
    const before = calls[nested.index] ?? { serverId: "", toolName: "", label: "", status: "running" as const };
    calls[nested.index] = { ...before, ...patch };
    return { ...step, calls };
  });
}

function nestedState(timeline: Timeline, turnId: string, callId: string): NestedState | null {
  const cut = callId.lastIndexOf("/");
  if (cut < 0) return null;
  const outer = callId.slice(0, cut);
  const index = Number(callId.slice(cut + 1)) - 1;
  if (!Number.isSafeInteger(index) || index < 0 || index > 9999) return null;
  const known = timeline.entries.some((e) => e.kind === "step" && e.turnId === turnId && e.callId === outer);
  return known ? { outer, index } : null;
}

function mapStep(timeline: Timeline, turnId: string, callId: string, change: (step: StepEntry) => StepEntry): Timeline {
  const index = timeline.entries.findLastIndex(
    (entry) => entry.kind === "step" && entry.turnId === turnId && entry.callId === callId,
  );
  const step = timeline.entries[index];
  if (step?.kind !== "step") return timeline;
  const entries = [...timeline.entries];
  entries[index] = change(step);
  return { ...timeline, entries };
}

function append(timeline: Timeline, entry: Entry): Timeline {
  return { ...timeline, entries: [...timeline.entries, entry] };
}

function replaceLast(timeline: Timeline, entry: Entry): Timeline {
  return { ...timeline, entries: [...timeline.entries.slice(0, -1), entry] };
}

type WithoutBase<T> = T extends Entry ? Omit<T, "turnId" | "at"> : never;
function pick(event: { turnId: string; at: string }, rest: WithoutBase<Entry>): Entry {
  return compact({ ...rest, turnId: event.turnId, at: event.at });
}

/** Leaves absent fields absent, so that whole entries compare equal however they were built. */
function compact<T extends object>(value: T): T {
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(entries) as T;
}

function unreachable(value: never): never {
  throw new Error(`unknown event ${JSON.stringify(value)}`);
}
