import { foldEvents, type SessionEvent } from "@loop/contract";
import type { Stores } from "@loop/core/host";
import { expect, test } from "vitest";
import {
  ask,
  conversationOf,
  countTo,
  eventOf,
  newTurn,
  type OpenReplicas,
  openWorld,
  startTurn,
  textBlock,
  textDelta,
  turnEnd,
  type World,
} from "./replicas.js";

/** A conversation whose first turn is over and whose second one runs. */
async function twoTurns(world: World) {
  const lease = await startTurn(world);
  const { callId } = await ask(world.first, lease, "q");
  await world.first.approvals.answer("alice", "q", { decision: "allowed" });
  await world.first.turns.recordDispatch(lease, callId);
  await world.first.turns.append(lease, [
    eventOf(lease, { type: "approval-result", callId, requestId: "q", result: { decision: "allowed" } }),
    eventOf(lease, { type: "call-end", callId, status: "ok", result: [textBlock("read")] }),
    textDelta(lease, "One "),
    textDelta(lease, "two."),
    turnEnd(lease),
  ]);
  const second = await world.first.turns.begin(
    newTurn({ accountId: "alice", id: lease.conversationId }, "second", {
      messages: [{ role: "user", content: [textBlock("Not copied")] }],
    }),
  );
  if (second === null) throw new Error("the first turn is over");
  return { first: lease, second: second.lease };
}

function ids(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `copy-${last}`;
  };
}

async function timelineOf(stores: Stores, conversationId: string) {
  const events = await stores.events.after({ accountId: "alice", seq: 0, limit: 1_000, conversationId });
  const ofTurns = events.filter((event): event is typeof event & SessionEvent => "turnId" in event);
  return { events, ...foldEvents(ofTurns) };
}

export function testForks(open: OpenReplicas): void {
  test("a copy begins with the earlier turns as they read, and without the turn it was made before", async () => {
    const world = await openWorld(open);
    const { first, second } = await twoTurns(world);
    const row = conversationOf("alice", "copy");
    const wanted = { row, from: first.conversationId, beforeTurnId: second.turnId, newId: ids() };
    const copy = await world.second.conversations.fork(wanted);
    expect(copy).toMatchObject({ id: "copy", title: "About copy", runningTurnId: null });
    const before = await timelineOf(world.first, first.conversationId);
    const after = await timelineOf(world.first, "copy");
    const earlier = before.entries.filter((entry) => entry.turnId === first.turnId);
    expect(after.entries).toEqual(earlier.map((entry) => ({ ...entry, turnId: "copy-1" })));
    expect(after.entries).toHaveLength(3);
    expect(after.runningTurnId).toBeNull();
    expect(await world.second.conversations.messages("alice", "copy")).toEqual([
      { role: "user", content: [textBlock("Hello")] },
    ]);
  });

  test("a copy asks nothing and has no call to end, and the turn that runs elsewhere goes on", async () => {
    const world = await openWorld(open);
    const { first, second } = await twoTurns(world);
    const row = conversationOf("alice", "copy");
    await world.first.conversations.fork({
      row,
      from: first.conversationId,
      beforeTurnId: second.turnId,
      newId: ids(),
    });
    expect(await world.first.approvals.pending("alice")).toEqual([]);
    const { events } = await timelineOf(world.first, "copy");
    expect(events.map((event) => event.type)).not.toContain("approval-request");
    expect(await world.second.turns.find("alice", second.turnId)).toMatchObject({ running: true });
    expect(await world.second.turns.find("alice", "copy-1")).toEqual({ conversationId: "copy", running: false });
    const next = await world.first.turns.begin(newTurn({ accountId: "alice", id: "copy" }, "third"));
    expect(next).not.toBeNull();
    expect(await world.first.conversations.messages("alice", "copy")).toHaveLength(2);
  });

  test("a copy outlives the conversation it was made from, and numbers stay without a gap", async () => {
    const world = await openWorld(open);
    const { first, second } = await twoTurns(world);
    const row = conversationOf("alice", "copy");
    await world.first.conversations.fork({
      row,
      from: first.conversationId,
      beforeTurnId: second.turnId,
      newId: ids(),
    });
    const events = await world.second.events.after({ accountId: "alice", seq: 0, limit: 1_000 });
    expect(events.map((event) => event.seq)).toEqual(countTo(events.length));
    await world.first.conversations.remove("alice", first.conversationId);
    expect((await timelineOf(world.second, "copy")).entries).toHaveLength(3);
  });

  test("nothing is made before a turn of another conversation, of another account, or of none", async () => {
    const world = await openWorld(open);
    const { first, second } = await twoTurns(world);
    const other = await startTurn(world, { name: "other" });
    const wanted = { from: first.conversationId, newId: ids() };
    for (const beforeTurnId of [other.turnId, "none"]) {
      expect(
        await world.first.conversations.fork({ ...wanted, row: conversationOf("alice", "copy"), beforeTurnId }),
      ).toBeNull();
    }
    const stranger = { ...wanted, row: conversationOf("bob", "copy"), beforeTurnId: second.turnId };
    expect(await world.first.conversations.fork(stranger)).toBeNull();
    expect(await world.first.conversations.get("alice", "copy")).toBeNull();
    expect(await world.first.conversations.list("bob")).toEqual([]);
  });
}
