import { LeaseLostError, type StoredEvent } from "@loop/core/host";
import { expect, test } from "vitest";
import { ask, newTurn, type OpenReplicas, openWorld, startTurn, textDelta, type World } from "./replicas.js";

/** Two accounts with a running turn, an open question and a setting each. */
async function twoAccounts(open: OpenReplicas) {
  const world = await openWorld(open);
  const alice = await startTurn(world, { accountId: "alice", name: "alice" });
  const bob = await startTurn(world, { accountId: "bob", name: "bob" });
  await ask(world.first, alice, "of-alice");
  await ask(world.first, bob, "of-bob");
  await world.first.settings.set("alice", "model", "alice/model");
  return { world, alice, bob };
}

async function everythingOf(world: World, accountId: string): Promise<unknown> {
  const { conversations, events, approvals, settings } = world.first;
  const rows = await conversations.list(accountId);
  return {
    rows,
    messages: await Promise.all(rows.map((row) => conversations.messages(accountId, row.id))),
    events: await events.after({ accountId, seq: 0, limit: 100 }),
    pending: await approvals.pending(accountId),
    model: await settings.get(accountId, "model"),
  };
}

export function testIsolation(open: OpenReplicas): void {
  testReads(open);
  testWrites(open);
  testSequences(open);
}

function testReads(open: OpenReplicas): void {
  test("an account reads nothing of another one, whatever it asks by id [SEC-01]", async () => {
    const { world, alice } = await twoAccounts(open);
    const { conversations, turns, approvals, settings, events } = world.second;
    expect(await conversations.get("bob", alice.conversationId)).toBeNull();
    expect((await conversations.list("bob")).map((row) => row.accountId)).toEqual(["bob"]);
    expect(await conversations.messages("bob", alice.conversationId)).toEqual([]);
    const query = { accountId: "bob", seq: 0, limit: 100 };
    expect(await events.after({ ...query, conversationId: alice.conversationId })).toEqual([]);
    expect((await events.after(query)).map((event) => event.conversationId)).not.toContain(alice.conversationId);
    expect((await approvals.pending("bob")).map((request) => request.id)).toEqual(["of-bob"]);
    expect(await turns.find("bob", alice.turnId)).toBeNull();
    expect(await settings.get("bob", "model")).toBeNull();
  });
}

function testWrites(open: OpenReplicas): void {
  test("an account changes nothing of another one, whatever it names by id [SEC-01]", async () => {
    const { world, alice } = await twoAccounts(open);
    const { conversations, turns, approvals, settings } = world.second;
    const before = await everythingOf(world, "alice");
    expect(await conversations.update("bob", alice.conversationId, { title: "Mine" })).toBeNull();
    expect(await conversations.remove("bob", alice.conversationId)).toBe(false);
    expect(await approvals.answer("bob", "of-alice", { decision: "allowed" })).toEqual({ kind: "unknown" });
    await settings.set("bob", "model", "bob/model");
    await settings.set("bob", "model", null);
    const stolen = { ...alice, accountId: "bob" };
    await expect(turns.append(stolen, [textDelta(alice, "x")])).rejects.toThrow(LeaseLostError);
    await expect(turns.appendMessages(stolen, [])).rejects.toThrow(LeaseLostError);
    expect(await turns.renew(stolen, 1_000)).toBe(false);
    expect(await turns.recordDispatch(stolen, "call-of-alice")).toBe(false);
    const foreign = newTurn({ accountId: "bob", id: alice.conversationId }, "turn-stolen");
    await expect(turns.begin(foreign)).rejects.toMatchObject({ code: "conversation-unknown" });
    expect(await everythingOf(world, "alice")).toEqual(before);
  });
}

function testSequences(open: OpenReplicas): void {
  test("each account has a sequence of its own, which tells nothing of the others [SEC-01]", async () => {
    const { world } = await twoAccounts(open);
    const read = (accountId: string): Promise<readonly StoredEvent[]> =>
      world.second.events.after({ accountId, seq: 0, limit: 100 });
    expect((await read("alice")).map((event) => event.seq)).toEqual([1, 2, 3, 4]);
    expect((await read("bob")).map((event) => event.seq)).toEqual([1, 2, 3, 4]);
  });
}
