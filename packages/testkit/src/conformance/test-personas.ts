import type { NewMemory, PersonaRow, PersonaStore } from "@loop/core/host";
import { expect, test } from "vitest";
import { createConversation, type OpenReplicas, openWorld } from "./replicas.js";

const personaOf = (accountId: string, id: string): PersonaRow => ({
  id,
  accountId,
  name: `Name of ${id}`,
  instructions: "Be\nbrief.",
  createdAt: `2030-01-01T00:00:0${id.length % 10}.000Z`,
});

const memoryOf = (id: string, text: string, more: Partial<NewMemory> = {}): NewMemory => ({
  id,
  accountId: "alice",
  personaId: "one",
  text,
  createdAt: `2030-01-01T00:00:0${id}.000Z`,
  most: 3,
  ...more,
});

/** Two accounts, each with a conversation; alice has the persona "one". */
async function openPersonas(open: OpenReplicas) {
  const world = await openWorld(open);
  await createConversation(world, "alice", "of-alice");
  await createConversation(world, "bob", "of-bob");
  await world.first.personas.create(personaOf("alice", "one"), 5);
  return { ...world, store: world.second.personas };
}

export function testPersonas(open: OpenReplicas): void {
  testLife(open);
  testMemory(open);
  testForeign(open);
}

function testLife(open: OpenReplicas): void {
  test("a persona is stored, listed and changed, and an account has so many", async () => {
    const { store } = await openPersonas(open);
    const one = personaOf("alice", "one");
    expect(await store.get("alice", "one")).toEqual(one);
    expect(await store.update("alice", "one", { name: "New" })).toEqual({ ...one, name: "New" });
    expect(await store.update("alice", "one", {})).toEqual({ ...one, name: "New" });
    const later = personaOf("alice", "later");
    expect(await store.create(later, 2)).toEqual(later);
    expect(await store.create(personaOf("alice", "third"), 2)).toBeNull();
    expect((await store.list("alice")).map(({ id }) => id)).toEqual(["one", "later"]);
    expect(await store.update("alice", "none", { name: "x" })).toBeNull();
  });

  test("a removed persona takes its memory along, and its conversations go on without one and say so", async () => {
    const { store, first, second } = await openPersonas(open);
    await store.remember(memoryOf("1", "a"));
    const given = await first.conversations.update("alice", "of-alice", { personaId: "one" });
    expect(given).toMatchObject({ personaId: "one" });
    const seq = await first.events.lastSeq("alice");
    expect(await store.remove("alice", "one")).toBe(true);
    expect(await second.conversations.get("alice", "of-alice")).toMatchObject({ personaId: null });
    expect(await second.events.after({ accountId: "alice", seq, limit: 10 })).toMatchObject([
      { type: "conversation", conversationId: "of-alice", conversation: { personaId: null } },
    ]);
    expect(await store.memories("alice", "one")).toEqual([]);
    expect(await store.remove("alice", "one")).toBe(false);
  });
}

function testMemory(open: OpenReplicas): void {
  test("entries come newest first; the same words are kept once, and a memory has so many", async () => {
    const { store } = await openPersonas(open);
    expect(await store.remember(memoryOf("1", "first"))).toBe("added");
    expect(await store.remember(memoryOf("2", "second"))).toBe("added");
    expect(await store.remember(memoryOf("3", "first"))).toBe("known");
    expect(await store.remember(memoryOf("4", "third"))).toBe("added");
    expect(await store.remember(memoryOf("5", "fourth"))).toBe("full");
    expect((await store.memories("alice", "one")).map(({ text }) => text)).toEqual(["third", "second", "first"]);
  });

  test("an entry is changed and forgotten by its id", async () => {
    const { store } = await openPersonas(open);
    await store.remember(memoryOf("1", "first"));
    const place = { accountId: "alice", personaId: "one", id: "1" };
    expect(await store.changeMemory(place, "other")).toEqual({
      id: "1",
      text: "other",
      createdAt: "2030-01-01T00:00:01.000Z",
    });
    expect(await store.forget(place)).toBe(true);
    expect(await store.forget(place)).toBe(false);
    expect(await store.changeMemory(place, "x")).toBeNull();
  });
}

function testForeign(open: OpenReplicas): void {
  test("another account's persona and memory do not exist, whatever is asked by id [SEC-01]", async () => {
    const { store } = await openPersonas(open);
    await store.remember(memoryOf("1", "secret"));
    const everything = async (of: PersonaStore) => [await of.list("alice"), await of.memories("alice", "one")];
    const before = await everything(store);
    const place = { accountId: "bob", personaId: "one", id: "1" };
    expect(await store.list("bob")).toEqual([]);
    expect(await store.get("bob", "one")).toBeNull();
    expect(await store.memories("bob", "one")).toEqual([]);
    expect(await store.update("bob", "one", { name: "Mine" })).toBeNull();
    expect(await store.remember(memoryOf("2", "planted", { accountId: "bob" }))).toBe("persona-unknown");
    expect(await store.changeMemory(place, "planted")).toBeNull();
    expect(await store.forget(place)).toBe(false);
    expect(await store.remove("bob", "one")).toBe(false);
    expect(await everything(store)).toEqual(before);
  });
}
