import type { Message, StoredEvent } from "@loop/core/host";
import { expect, test } from "vitest";
import {
  conversationOf,
  countTo,
  createConversation,
  newTurn,
  type OpenReplicas,
  openWorld,
  startTurn,
  textBlock,
  textDelta,
  turnEnd,
} from "./replicas.js";

export function testConversations(open: OpenReplicas): void {
  testLife(open);
  testRemoval(open);
  testMessages(open);
  testSettings(open);
}

function testLife(open: OpenReplicas): void {
  test("a new conversation is stored, listed and logged", async () => {
    const world = await openWorld(open);
    const created = await createConversation(world, "alice", "one");
    expect(created).toEqual({
      ...conversationOf("alice", "one"),
      mcp: null,
      personaId: null,
      updatedAt: "2030-01-01T00:00:00.000Z",
      runningTurnId: null,
    });
    expect(await world.second.conversations.get("alice", "one")).toEqual(created);
    expect(await world.second.conversations.list("alice")).toEqual([created]);
    const { accountId: _accountId, ...conversation } = created;
    expect(await world.second.events.after({ accountId: "alice", seq: 0, limit: 10 })).toEqual([
      { type: "conversation", at: world.clock.isoNow(), seq: 1, conversationId: "one", conversation },
    ]);
  });

  test("a change keeps what it does not name and is logged", async () => {
    const world = await openWorld(open);
    const created = await createConversation(world, "alice", "one");
    await world.clock.advance(60_000);
    const patch = { title: "New", permission: "read-only", workspace: "/srv/work" } as const;
    const changed = await world.first.conversations.update("alice", "one", patch);
    expect(changed).toEqual({ ...created, ...patch, updatedAt: world.clock.isoNow() });
    expect(await world.first.conversations.update("alice", "one", { workspace: null })).toEqual({
      ...changed,
      workspace: null,
    });
    expect(await world.second.events.after({ accountId: "alice", seq: 1, limit: 10 })).toMatchObject([
      { type: "conversation", seq: 2, conversation: { title: "New", permission: "read-only" } },
      { type: "conversation", seq: 3, conversation: { title: "New", workspace: null } },
    ]);
    expect(await world.first.conversations.update("alice", "none", { title: "x" })).toBeNull();
  });

  test("the list begins with the conversation that was used last, and tells its running turn", async () => {
    const world = await openWorld(open);
    await createConversation(world, "alice", "old");
    await world.clock.advance(1_000);
    const lease = await startTurn(world, { name: "new" });
    expect((await world.second.conversations.list("alice")).map((row) => [row.id, row.runningTurnId])).toEqual([
      [lease.conversationId, lease.turnId],
      ["old", null],
    ]);
    await world.clock.advance(1_000);
    await world.first.conversations.update("alice", "old", { title: "Again" });
    await world.first.turns.append(lease, [turnEnd(lease)]);
    expect((await world.second.conversations.list("alice")).map((row) => [row.id, row.runningTurnId])).toEqual([
      ["old", null],
      [lease.conversationId, null],
    ]);
  });
}

function testRemoval(open: OpenReplicas): void {
  test("a removed conversation takes everything of it along, and one event says so", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world);
    await world.first.turns.append(lease, [textDelta(lease, "Hello")]);
    const seq = await world.first.events.lastSeq("alice");
    expect(await world.second.conversations.remove("alice", lease.conversationId)).toBe(true);
    const gone: StoredEvent = {
      type: "conversation",
      at: world.clock.isoNow(),
      seq: seq + 1,
      conversationId: lease.conversationId,
      conversation: null,
    };
    expect(await world.first.events.after({ accountId: "alice", seq: 0, limit: 100 })).toEqual([gone]);
    expect(await world.first.conversations.get("alice", lease.conversationId)).toBeNull();
    expect(await world.first.conversations.messages("alice", lease.conversationId)).toEqual([]);
    expect(await world.first.turns.find("alice", lease.turnId)).toBeNull();
    expect(await world.first.conversations.remove("alice", lease.conversationId)).toBe(false);
  });
}

function testMessages(open: OpenReplicas): void {
  test("messages come back in the order they were added, over several turns", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world);
    const call = { callId: "c", name: "read_file", args: { path: "ä.txt" } };
    const answers: readonly Message[] = [
      { role: "assistant", content: [{ type: "tool-call", ...call }] },
      { role: "tool", results: [{ callId: "c", name: "read_file", isError: false, content: [textBlock("…")] }] },
    ];
    await world.first.turns.appendMessages(lease, answers);
    await world.first.turns.appendMessages(lease, []);
    await world.first.turns.append(lease, [turnEnd(lease)]);
    const again = newTurn({ accountId: "alice", id: lease.conversationId }, "turn-two");
    await world.second.turns.begin(again);
    expect(await world.second.conversations.messages("alice", lease.conversationId)).toEqual([
      ...again.messages,
      ...answers,
      ...again.messages,
    ]);
  });
}

function testSettings(open: OpenReplicas): void {
  test("a setting is kept, replaced and removed", async () => {
    const { first, second } = await openWorld(open);
    expect(await first.settings.get("alice", "model")).toBeNull();
    await first.settings.set("alice", "model", "ollama/small");
    await first.settings.set("alice", "model", "ollama/large");
    expect(await second.settings.get("alice", "model")).toBe("ollama/large");
    await second.settings.set("alice", "model", null);
    expect(await first.settings.get("alice", "model")).toBeNull();
  });

  test("of several that keep a setting at once the first counts, and all hear the same one", async () => {
    const { first, second } = await openWorld(open);
    const values = await Promise.all(
      countTo(20).map((n) => (n % 2 === 0 ? first : second).settings.keep("alice", "mark", `value ${n}`)),
    );
    expect(new Set(values).size).toBe(1);
    expect(await second.settings.get("alice", "mark")).toBe(values[0]);
    expect(await first.settings.keep("bob", "mark", "of bob")).toBe("of bob");
  });

  test("a text with a character that no database keeps is kept without that character alone", async () => {
    const { first, second } = await openWorld(open);
    await first.settings.set("alice", "text", "a\0b\ud83e");
    expect(await second.settings.get("alice", "text")).toBe("a\ufffdb\ufffd");
  });
}
