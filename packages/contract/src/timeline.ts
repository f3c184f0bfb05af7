import type { Entry, StepEntry } from "./timeline-entries.js";
import type { NestedCall, SessionEvent, StepStatus } from "./turn-event.js";
import { unreachable } from "./unreachable.js";

/** What a reader sees, and what is needed to go on folding. A value: folding never changes one in place. */
export interface Timeline {
  readonly entries: readonly Entry[];
  readonly runningTurnId: string | null;
  readonly lastSeq: number;
}

export const emptyTimeline: Timeline = { entries: [], runningTurnId: null, lastSeq: 0 };

/** A timeline while it is being built; its array is nobody else's yet, its entries are never changed. */
interface Draft {
  readonly entries: Entry[];
  runningTurnId: string | null;
  lastSeq: number;
}

type EventOf<Type extends SessionEvent["type"]> = Extract<SessionEvent, { type: Type }>;

/**
 * Adds one event. Events at or before `lastSeq` change nothing, so a replay after a reconnect is harmless;
 * events without a seq (an SDK session's own) always count.
 */
export function foldEvent(timeline: Timeline, event: SessionEvent): Timeline {
  return foldEvents([event], timeline);
}

export function foldEvents(events: Iterable<SessionEvent>, start: Timeline = emptyTimeline): Timeline {
  const draft: Draft = { ...start, entries: [...start.entries] };
  let isChanged = false;
  for (const event of events) {
    if (event.seq !== undefined && event.seq <= draft.lastSeq) continue;
    isChanged = true;
    applyEvent(draft, event);
    if (event.seq !== undefined) draft.lastSeq = event.seq;
  }
  return isChanged ? draft : start;
}

function applyEvent(draft: Draft, event: SessionEvent): void {
  switch (event.type) {
    case "turn-start":
      return startTurn(draft, event);
    case "text-delta":
      return appendText(draft, event, "text");
    case "reasoning-delta":
      return appendText(draft, event, "reasoning");
    case "call-start":
      return startCall(draft, event);
    case "approval-request":
      return patchCall(draft, event, { status: "asking", requestId: event.request.id });
    case "approval-result":
      return applyResult(draft, event);
    case "call-end":
      return endCall(draft, event);
    case "notice":
      return add(draft, event, { kind: "notice", code: event.code, params: event.params });
    case "turn-end":
      return endTurn(draft, event);
    default:
      return unreachable(event);
  }
}

function startTurn(draft: Draft, event: EventOf<"turn-start">): void {
  draft.runningTurnId = event.turnId;
  if (event.origin.kind === "prompt") add(draft, event, { kind: "user", text: event.origin.text });
}

function appendText(draft: Draft, event: EventOf<"text-delta" | "reasoning-delta">, field: "text" | "reasoning"): void {
  const last = draft.entries.at(-1);
  if (last?.kind === "assistant" && last.turnId === event.turnId) {
    draft.entries[draft.entries.length - 1] = { ...last, [field]: (last[field] ?? "") + event.text };
    return;
  }
  const fresh = field === "text" ? { text: event.text } : { text: "", reasoning: event.text };
  add(draft, event, { kind: "assistant", ...fresh });
}

function startCall(draft: Draft, event: EventOf<"call-start">): void {
  const { callId, tool, args, byHand } = event;
  const nested = findNested(draft, event);
  if (nested === null) return add(draft, event, { kind: "step", callId, tool, status: "running", args, byHand });
  if (typeof tool === "string" || !("serverId" in tool)) return;
  const { serverId, toolName, label, serverName } = tool;
  patchNested(draft, nested, withoutAbsent({ serverId, toolName, label, serverName, status: "running" as const }));
}

function applyResult(draft: Draft, event: EventOf<"approval-result">): void {
  const { decision, source } = event.result;
  if (decision === "denied") return patchCall(draft, event, { requestId: undefined });
  const allowedBy = source ?? (decision === "allowed-session" ? "session" : "person");
  patchCall(draft, event, { status: "running", requestId: undefined, allowedBy });
}

function endCall(draft: Draft, event: EventOf<"call-end">): void {
  const { status, code, mayHaveTakenEffect, result, durationMs } = event;
  patchCall(draft, event, { status, code, mayHaveTakenEffect, result, durationMs, requestId: undefined });
}

/** Whatever is still open when its turn ends was interrupted: a reader never waits for a step that cannot end. */
function endTurn(draft: Draft, event: EventOf<"turn-end">): void {
  draft.runningTurnId = null;
  for (let index = draft.entries.length - 1; index >= 0; index -= 1) {
    const entry = draft.entries[index];
    if (entry === undefined || entry.turnId !== event.turnId) break;
    if (entry.kind === "step") draft.entries[index] = settleOpen(entry);
  }
  if (event.reason === "done") return;
  add(draft, event, { kind: "notice", code: event.code ?? `turn-${event.reason}`, reason: event.reason });
}

function settleOpen(step: StepEntry): StepEntry {
  const calls = step.calls?.map((call) => (isOpen(call.status) ? { ...call, status: "interrupted" as const } : call));
  const settled = calls === undefined ? step : { ...step, calls };
  return isOpen(step.status) ? withoutAbsent({ ...settled, status: "interrupted", requestId: undefined }) : settled;
}

function isOpen(status: StepStatus): boolean {
  return status === "asking" || status === "running";
}

type CallKey = { readonly turnId: string; readonly callId: string };
type NestedPlace = { readonly step: number; readonly ordinal: number };

function patchCall(draft: Draft, key: CallKey, patch: Partial<StepEntry>): void {
  const nested = findNested(draft, key);
  if (nested === null) return patchStep(draft, findStep(draft, key), patch);
  const { status, allowedBy, mayHaveTakenEffect } = patch;
  if (status !== undefined) patchNested(draft, nested, withoutAbsent({ status, allowedBy, mayHaveTakenEffect }));
}

function patchNested(draft: Draft, place: NestedPlace, patch: Partial<NestedCall>): void {
  const step = draft.entries[place.step];
  if (step?.kind !== "step") return;
  const calls = [...(step.calls ?? [])];
  if (place.ordinal > calls.length) return;
  const before = calls[place.ordinal] ?? { serverId: "", toolName: "", label: "", status: "running" as const };
  calls[place.ordinal] = { ...before, ...patch };
  patchStep(draft, place.step, { calls });
}

function patchStep(draft: Draft, index: number, patch: Partial<StepEntry>): void {
  const step = draft.entries[index];
  if (step?.kind === "step") draft.entries[index] = withoutAbsent({ ...step, ...patch });
}

/** A nested call's id is `<outer>/<ordinal>`, ordinals counting from 1; anything else is a call of its own. */
function findNested(draft: Draft, key: CallKey): NestedPlace | null {
  const cut = key.callId.lastIndexOf("/");
  if (cut < 0) return null;
  const ordinal = Number(key.callId.slice(cut + 1)) - 1;
  const step = findStep(draft, { turnId: key.turnId, callId: key.callId.slice(0, cut) });
  return step >= 0 && Number.isSafeInteger(ordinal) && ordinal >= 0 ? { step, ordinal } : null;
}

function findStep(draft: Draft, { turnId, callId }: CallKey): number {
  return draft.entries.findLastIndex(
    (entry) => entry.kind === "step" && entry.callId === callId && entry.turnId === turnId,
  );
}

type WithoutBase<T> = T extends Entry ? Omit<T, "turnId" | "at"> : never;

function add(draft: Draft, event: { turnId: string; at: string }, entry: WithoutBase<Entry>): void {
  draft.entries.push(withoutAbsent({ ...entry, turnId: event.turnId, at: event.at }));
}

/** Absent fields stay absent, so that whole entries compare equal however they were built. */
function withoutAbsent<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;
}
