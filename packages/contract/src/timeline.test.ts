import fc from "fast-check";
import { expect, test } from "vitest";
import type { ApprovalRequest } from "./approval.js";
import { emptyTimeline, foldEvent, foldEvents } from "./timeline.js";
import type { SessionEvent } from "./turn-event.js";

const at = "2026-01-02T03:04:05.000Z";
const turnId = "t1";
const echo = { serverId: "everything", toolName: "echo", modelName: "echo_1a2b", label: "echo" };
const request: ApprovalRequest = {
  id: "a1",
  conversationId: "c1",
  turnId,
  callId: "k1",
  tool: echo,
  description: "Echoes",
  args: { message: "hi" },
  allowSession: true,
  expiresAt: null,
};

type Plain = SessionEvent extends infer E ? (E extends SessionEvent ? Omit<E, "at" | "turnId"> : never) : never;
function events(...list: Plain[]): SessionEvent[] {
  return list.map((event, index) => ({ ...event, turnId, at, seq: index + 1 }) as SessionEvent);
}

const prompt: Plain = { type: "turn-start", origin: { kind: "prompt", text: "say hi" } };
const start: Plain = { type: "call-start", callId: "k1", tool: echo, args: { message: "hi" } };
const ask: Plain = { type: "approval-request", callId: "k1", request };

test("an allowed call reads as one step that went from asked to its result [UI-05]", () => {
  const timeline = foldEvents(
    events(
      prompt,
      { type: "text-delta", text: "I will " },
      { type: "text-delta", text: "echo." },
      start,
      ask,
      { type: "approval-result", callId: "k1", requestId: "a1", result: { decision: "allowed" } },
      { type: "call-end", callId: "k1", status: "ok", result: [{ type: "text", text: "hi" }] },
      { type: "text-delta", text: "Done." },
      { type: "turn-end", reason: "done" },
    ),
  );
  expect(timeline).toEqual({
    runningTurnId: null,
    lastSeq: 9,
    entries: [
      { kind: "user", turnId, at, text: "say hi" },
      { kind: "assistant", turnId, at, text: "I will echo." },
      {
        kind: "step",
        turnId,
        at,
        callId: "k1",
        tool: echo,
        status: "ok",
        args: { message: "hi" },
        allowedBy: "person",
        result: [{ type: "text", text: "hi" }],
      },
      { kind: "assistant", turnId, at, text: "Done." },
    ],
  });
});

test("an open question names its request, and loses it with the answer [UI-04]", () => {
  const asked = foldEvents(events(prompt, start, ask));
  expect(asked.entries[1]).toMatchObject({ status: "asking", requestId: "a1" });
  const denied = foldEvents(
    events(
      prompt,
      start,
      ask,
      { type: "approval-result", callId: "k1", requestId: "a1", result: { decision: "denied", reason: "user" } },
      { type: "call-end", callId: "k1", status: "denied", code: "call-denied" },
    ),
  );
  expect(denied.entries[1]).toEqual({
    kind: "step",
    turnId,
    at,
    callId: "k1",
    tool: echo,
    args: { message: "hi" },
    status: "denied",
    code: "call-denied",
  });
});

test("an automatic yes says by what it was allowed [PER-07]", () => {
  const timeline = foldEvents(
    events(prompt, start, ask, {
      type: "approval-result",
      callId: "k1",
      requestId: "a1",
      result: { decision: "allowed", source: "session-grant" },
    }),
  );
  expect(timeline.entries[1]).toMatchObject({ status: "running", allowedBy: "session-grant" });
});

test("a turn that ends leaves no step open and says why it ended [ASK-05]", () => {
  const timeline = foldEvents(events(prompt, start, ask, { type: "turn-end", reason: "interrupted" }));
  expect(timeline.runningTurnId).toBeNull();
  expect(timeline.entries[1]).toEqual({
    kind: "step",
    turnId,
    at,
    callId: "k1",
    tool: echo,
    args: { message: "hi" },
    status: "interrupted",
  });
  expect(timeline.entries[2]).toEqual({ kind: "notice", turnId, at, code: "turn-interrupted", reason: "interrupted" });
});

test("nested calls are rows of their script's step: server, tool, status, never arguments or results [CM-02, CM-08]", () => {
  const timeline = foldEvents(
    events(
      prompt,
      { type: "call-start", callId: "s1", tool: "codemode", args: { script: "…" } },
      { type: "call-start", callId: "s1/1", tool: echo },
      { type: "approval-request", callId: "s1/1", request: { ...request, callId: "s1/1" } },
      { type: "approval-result", callId: "s1/1", requestId: "a1", result: { decision: "allowed" } },
      { type: "call-end", callId: "s1/1", status: "ok" },
      { type: "call-start", callId: "s1/2", tool: echo },
      { type: "call-end", callId: "s1", status: "ok", result: [{ type: "text", text: "2" }] },
      { type: "turn-end", reason: "done" },
    ),
  );
  expect(timeline.entries[1]).toMatchObject({
    status: "ok",
    calls: [
      { serverId: "everything", toolName: "echo", label: "echo", status: "ok" },
      { serverId: "everything", toolName: "echo", label: "echo", status: "interrupted" },
    ],
  });
  expect(JSON.stringify(timeline.entries[1])).not.toContain("message");
});

test("a nested call says who allowed it, and whether it may have taken effect [PER-14]", () => {
  const timeline = foldEvents(
    events(
      prompt,
      { type: "call-start", callId: "s1", tool: "codemode", args: { script: "…" } },
      { type: "call-start", callId: "s1/1", tool: echo },
      { type: "approval-result", callId: "s1/1", requestId: "a1", result: { decision: "allowed-session" } },
      { type: "call-end", callId: "s1/1", status: "cancelled", mayHaveTakenEffect: true },
      { type: "call-start", callId: "s1/2", tool: echo },
      { type: "approval-result", callId: "s1/2", requestId: "a2", result: { decision: "denied", reason: "user" } },
      { type: "call-end", callId: "s1/2", status: "denied" },
    ),
  );
  const call = { serverId: "everything", toolName: "echo", label: "echo" };
  expect(timeline.entries[1]).toMatchObject({
    calls: [
      { ...call, status: "cancelled", allowedBy: "session", mayHaveTakenEffect: true },
      { ...call, status: "denied" },
    ],
  });
  const [, step] = timeline.entries;
  expect(step?.kind === "step" && step.calls?.[1]).toEqual({ ...call, status: "denied" });
});

test("events may be replayed in any overlap: what was folded once is not folded again", () => {
  const log = events(
    prompt,
    { type: "text-delta", text: "one " },
    { type: "reasoning-delta", text: "why" },
    { type: "text-delta", text: "two" },
    start,
    ask,
    { type: "approval-result", callId: "k1", requestId: "a1", result: { decision: "allowed" } },
    { type: "call-end", callId: "k1", status: "failed", code: "tool-failed" },
    { type: "turn-end", reason: "done" },
  );
  const whole = foldEvents(log);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(log.length), fc.nat(log.length)), { maxLength: 6 }), (cuts) => {
      let timeline = emptyTimeline;
      for (const [from, to] of cuts) {
        if (from <= timeline.lastSeq) timeline = foldEvents(log.slice(from, to), timeline);
      }
      expect(foldEvents(log, timeline)).toEqual(whole);
    }),
  );
});

test("folding never changes the timeline it was given", () => {
  const before = foldEvents(events(prompt, { type: "text-delta", text: "one" }));
  const copy = structuredClone(before);
  foldEvent(before, { type: "text-delta", text: " two", turnId, at, seq: 3 });
  expect(before).toEqual(copy);
});

test("a hundred thousand events fold in well under a second", () => {
  const many: Plain[] = [prompt];
  for (let index = 0; index < 100_000; index += 1) many.push({ type: "text-delta", text: "x" });
  const started = performance.now();
  const timeline = foldEvents(events(...many));
  expect(performance.now() - started).toBeLessThan(2_000);
  expect(timeline.entries[1]).toMatchObject({ text: "x".repeat(100_000) });
});
