import type { SessionEvent } from "@loop/contract";
import type { TurnLease } from "@loop/core/host";
import { expect, test } from "vitest";
import {
  ask,
  callStart,
  countTo,
  eventOf,
  leaseMs,
  newTurn,
  type OpenReplicas,
  openWorld,
  startTurn,
  turnEnd,
  type World,
} from "./replicas.js";

export function testReaping(open: OpenReplicas): void {
  testWhatIsReaped(open);
  testHowItEnds(open);
  testOnce(open);
}

function testWhatIsReaped(open: OpenReplicas): void {
  test("turns whose lease is over are ended, live ones run on", async () => {
    const world = await openWorld(open);
    const over = await startTurn(world, { name: "over" });
    const live = await startTurn(world, { name: "live" });
    const done = await startTurn(world, { name: "done" });
    await world.first.turns.append(done, [turnEnd(done)]);
    expect(await world.second.turns.reap({ owner: "second", all: false })).toEqual([]);
    await world.clock.advance(leaseMs - 1);
    await world.first.turns.renew(live, leaseMs);
    await world.clock.advance(1);
    const events = await world.second.turns.reap({ owner: "second", all: false });
    expect(events).toMatchObject([{ type: "turn-end", turnId: over.turnId, reason: "interrupted" }]);
    expect(await world.first.turns.find("alice", live.turnId)).toMatchObject({ running: true });
  });

  test("a single server ends at its start what an earlier one left, and nothing of its own [ASK-05]", async () => {
    const world = await openWorld(open);
    const left = await startTurn(world, { name: "left", owner: "before" });
    const own = await startTurn(world, { name: "own", owner: "now" });
    const events = await world.first.turns.reap({ owner: "now", all: true });
    expect(events.map((event) => "turnId" in event && event.turnId)).toEqual([left.turnId]);
    expect(await world.first.turns.renew(own, leaseMs)).toBe(true);
    const conversation = { accountId: "alice", id: left.conversationId };
    expect(await world.first.turns.begin(newTurn(conversation, "turn-next", { owner: "now" }))).not.toBeNull();
  });
}

/** One call in every state a runner can leave it in; a script's nested calls belong to it. */
async function leaveOpen(world: World): Promise<TurnLease> {
  const lease = await startTurn(world, { owner: "first" });
  const end = (callId: string): SessionEvent => eventOf(lease, { type: "call-end", callId, status: "ok" });
  const script = (callId: string): SessionEvent => eventOf(lease, { type: "call-start", callId, tool: "codemode" });
  const { turns, approvals } = world.first;
  await turns.append(lease, [callStart(lease, "ended"), script("script"), callStart(lease, "script/1")]);
  for (const callId of ["ended", "script/1"]) await turns.recordDispatch(lease, callId);
  await turns.append(lease, [end("ended"), callStart(lease, "sent"), callStart(lease, "unsent")]);
  await turns.recordDispatch(lease, "sent");
  await ask(world.first, lease, "open");
  await ask(world.first, lease, "answered");
  await approvals.answer("alice", "answered", { decision: "allowed" });
  return lease;
}

function testHowItEnds(open: OpenReplicas): void {
  test("open questions are refused, sent calls may have taken effect, the turn is interrupted [ASK-05] [PER-14]", async () => {
    const world = await openWorld(open);
    const lease = await leaveOpen(world);
    const before = await world.first.events.lastSeq("alice");
    await world.clock.advance(leaseMs);
    const events = await world.second.turns.reap({ owner: "second", all: false });

    const base = { turnId: lease.turnId, conversationId: lease.conversationId, at: world.clock.isoNow() };
    const refused = (id: string) => ({
      ...base,
      type: "approval-result",
      callId: `call-${id}`,
      requestId: id,
      result: { decision: "denied", reason: "cancelled", code: "turn-interrupted" },
    });
    const ended = (callId: string, more: object = {}) => ({
      ...base,
      type: "call-end",
      callId,
      status: "interrupted",
      code: "turn-interrupted",
      ...more,
    });
    const maybe = { mayHaveTakenEffect: true };
    expect(events).toEqual(
      [
        refused("answered"),
        refused("open"),
        ended("unsent"),
        ended("sent", maybe),
        ended("script/1", maybe),
        ended("script", maybe),
        ended("call-open"),
        ended("call-answered"),
        { ...base, type: "turn-end", reason: "interrupted", code: "turn-interrupted" },
      ].map((event, index) => ({ ...event, seq: before + 1 + index })),
    );
    expect(await world.first.events.after({ accountId: "alice", seq: before, limit: 100 })).toEqual(events);
  });

  test("what was reaped is closed: no card, no answer, no running turn [ASK-05]", async () => {
    const world = await openWorld(open);
    const lease = await leaveOpen(world);
    await world.second.turns.reap({ owner: "second", all: true });
    expect(await world.first.approvals.pending("alice")).toEqual([]);
    for (const id of ["open", "answered"]) {
      expect(await world.first.approvals.read(id)).toMatchObject({ decision: "denied" });
      expect(await world.first.approvals.answer("alice", id, { decision: "allowed" })).toEqual({
        kind: "already-settled",
      });
    }
    expect((await world.first.conversations.get("alice", lease.conversationId))?.runningTurnId).toBeNull();
  });
}

function testOnce(open: OpenReplicas): void {
  test("many reapers at once end each turn once", async () => {
    const world = await openWorld(open);
    for (const n of countTo(5)) await startTurn(world, { name: `${n}`, owner: "gone" });
    const replicas = [world.first, world.second, world.first, world.second];
    const reaped = await Promise.all(replicas.map((stores, at) => stores.turns.reap({ owner: `${at}`, all: true })));
    const ends = reaped.flat().map((event) => ("turnId" in event ? event.turnId : ""));
    expect(ends.sort()).toEqual(countTo(5).map((n) => `turn-${n}`));
    expect(await world.first.turns.reap({ owner: "0", all: true })).toEqual([]);
    expect(await world.first.events.lastSeq("alice")).toBe(5 * 3);
  });
}
