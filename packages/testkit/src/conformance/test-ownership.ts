import { LeaseLostError, type Message, type TurnLease } from "@loop/core/host";
import { describe, expect, test } from "vitest";
import {
  callStart,
  countTo,
  createConversation,
  eventOf,
  leaseMs,
  newTurn,
  type OpenReplicas,
  openWorld,
  startTurn,
  textBlock,
  textDelta,
  turnEnd,
  type World,
} from "./replicas.js";
import { testReaping } from "./test-reaping.js";

/** A turn has one runner, and whoever lost its lease does nothing more. Call it inside a `describe` that names the store. */
export function testOwnership(open: OpenReplicas): void {
  describe("beginning", () => testBeginning(open));
  describe("the lease", () => testLease(open));
  describe("dispatching", () => testDispatch(open));
  describe("reaping", () => testReaping(open));
}

function testBeginning(open: OpenReplicas): void {
  test("of many turns that begin at once in a conversation, one runs", async () => {
    const { first, second, ...world } = await openWorld(open);
    const conversation = await createConversation({ first, second, ...world }, "alice", "one");
    const begun = await Promise.all(
      countTo(20).map((n) => (n % 2 === 0 ? first : second).turns.begin(newTurn(conversation, `turn-${n}`))),
    );
    const winners = begun.filter((turn) => turn !== null);
    expect(winners).toHaveLength(1);
    expect((await first.conversations.get("alice", "one"))?.runningTurnId).toBe(winners[0]?.lease.turnId);
    expect(await first.events.lastSeq("alice")).toBe(2);
  });

  test("a turn that may not begin leaves no trace", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world);
    const before = await traceOf(world, lease);
    await world.clock.advance(1_000);
    const conversation = { accountId: "alice", id: lease.conversationId };
    expect(await world.second.turns.begin(newTurn(conversation, "turn-two", { owner: "second" }))).toBeNull();
    expect(await world.second.turns.find("alice", "turn-two")).toBeNull();
    expect(await traceOf(world, lease)).toEqual(before);
  });

  test("a turn cannot begin in a conversation that is not there", async () => {
    const { first } = await openWorld(open);
    const nowhere = newTurn({ accountId: "alice", id: "none" }, "turn");
    await expect(first.turns.begin(nowhere)).rejects.toMatchObject({ code: "conversation-unknown" });
  });

  test("a turn that has ended frees its conversation for the next", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world);
    expect(await world.second.turns.find("alice", lease.turnId)).toEqual({
      conversationId: lease.conversationId,
      running: true,
    });
    await world.first.turns.append(lease, [turnEnd(lease)]);
    expect(await world.second.turns.find("alice", lease.turnId)).toMatchObject({ running: false });
    const conversation = { accountId: "alice", id: lease.conversationId };
    expect(await world.second.turns.begin(newTurn(conversation, "turn-two"))).not.toBeNull();
  });
}

async function traceOf(world: World, lease: TurnLease): Promise<unknown> {
  return {
    row: await world.first.conversations.get("alice", lease.conversationId),
    messages: await world.first.conversations.messages("alice", lease.conversationId),
    events: await world.first.events.after({ accountId: "alice", seq: 0, limit: 100 }),
  };
}

/** Every write of a runner, each of which must be refused. */
async function expectLost(world: World, lease: TurnLease): Promise<void> {
  const before = await traceOf(world, lease);
  const message: Message = { role: "user", content: [textBlock("late")] };
  for (const { turns } of [world.first, world.second]) {
    await expect(turns.append(lease, [textDelta(lease, "late")])).rejects.toThrow(LeaseLostError);
    await expect(turns.append(lease, [turnEnd(lease)])).rejects.toThrow(LeaseLostError);
    await expect(turns.append(lease, [])).rejects.toThrow(LeaseLostError);
    await expect(turns.appendMessages(lease, [message])).rejects.toThrow(LeaseLostError);
    expect(await turns.recordDispatch(lease, "late")).toBe(false);
    expect(await turns.renew(lease, leaseMs)).toBe(false);
  }
  expect(await traceOf(world, lease)).toEqual(before);
}

function testLease(open: OpenReplicas): void {
  test("a renewed lease goes on, and one that is over is gone for good", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world);
    await world.clock.advance(leaseMs - 1);
    expect(await world.second.turns.renew(lease, leaseMs)).toBe(true);
    await world.clock.advance(leaseMs - 1);
    await world.first.turns.append(lease, [textDelta(lease, "still here")]);
    await world.clock.advance(1);
    await expectLost(world, lease);
  });

  test("a machine that slept past the lease finds it gone", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world);
    world.clock.jumpWallClock(3_600_000);
    await expectLost(world, lease);
  });

  test("the lease of another owner opens nothing", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world, { owner: "first" });
    await expectLost(world, { ...lease, owner: "second" });
  });

  test("a turn that has ended takes no more writes", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world);
    await world.first.turns.append(lease, [turnEnd(lease)]);
    await expectLost(world, lease);
  });

  test("a conversation that is removed stops its runner", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world);
    await world.second.conversations.remove("alice", lease.conversationId);
    await expectLost(world, lease);
  });

  test("an owner that was reaped and wakes up writes nothing into the turn that came after", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world, { owner: "first" });
    await world.clock.advance(leaseMs);
    await world.second.turns.reap({ owner: "second", all: false });
    const conversation = { accountId: "alice", id: lease.conversationId };
    expect(await world.second.turns.begin(newTurn(conversation, "turn-two", { owner: "second" }))).not.toBeNull();
    await expectLost(world, lease);
  });
}

function testDispatch(open: OpenReplicas): void {
  test("a call is sent once, however often it is tried [PER-08]", async () => {
    const { first, second, ...world } = await openWorld(open);
    const lease = await startTurn({ first, second, ...world });
    await first.turns.append(lease, [callStart(lease, "c")]);
    const tries = await Promise.all(
      countTo(20).map((n) => (n % 2 === 0 ? first : second).turns.recordDispatch(lease, "c")),
    );
    expect(tries.filter(Boolean)).toHaveLength(1);
    expect(await first.turns.recordDispatch(lease, "other")).toBe(true);
  });

  test("a call that has ended is not sent", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world);
    const ended = eventOf(lease, { type: "call-end", callId: "c", status: "denied", code: "call-denied" });
    await world.first.turns.append(lease, [callStart(lease, "c"), ended]);
    expect(await world.first.turns.recordDispatch(lease, "c")).toBe(false);
  });

  test("calls of two turns may have the same id", async () => {
    const world = await openWorld(open);
    const one = await startTurn(world, { name: "one" });
    const two = await startTurn(world, { name: "two" });
    expect(await world.first.turns.recordDispatch(one, "c")).toBe(true);
    expect(await world.first.turns.recordDispatch(two, "c")).toBe(true);
  });
}
