import { ROUTES } from "@loop/contract";
import { PROMPT_TEXTS } from "@loop/core/host";
import { expect, test } from "vitest";
import { type AccountClient, codeIn, startSharedServer } from "../../test-support/shared-server.js";
import { startTestServer } from "../../test-support/test-server.js";

async function twoMembers() {
  const server = await startSharedServer();
  const root = await server.setUp();
  return { server, root, alice: await server.member(root, "alice"), bob: await server.member(root, "bob") };
}

async function persona(client: AccountClient, fields: object = {}): Promise<string> {
  const made = await client.ask("createPersona", { body: { name: "Ada", instructions: "Be brief.", ...fields } });
  return made.persona.id;
}

test("a person keeps personas, and reads, adds, changes and deletes what they remember", async () => {
  const { alice } = await twoMembers();
  const id = await persona(alice, { name: "  Ada\n Lovelace ", instructions: "One.\r\nTwo.\u0000" });
  expect((await alice.ask("listPersonas")).personas).toMatchObject([
    { id, name: "Ada Lovelace", instructions: "One.\nTwo." },
  ]);
  await alice.ask("updatePersona", { params: { id }, body: { instructions: "New." } });
  expect((await alice.ask("listPersonas")).personas).toMatchObject([{ name: "Ada Lovelace", instructions: "New." }]);
  const { memory } = await alice.ask("addMemory", { params: { id }, body: { text: "Likes tea" } });
  const at = { id, memoryId: memory.id };
  expect(codeIn(await alice.call("POST", `/api/personas/${id}/memories`, { text: " Likes tea " }))).toBe(
    "memory-known",
  );
  await alice.ask("changeMemory", { params: at, body: { text: "Likes coffee" } });
  expect((await alice.ask("listMemories", { params: { id } })).memories).toMatchObject([{ text: "Likes coffee" }]);
  await alice.ask("deleteMemory", { params: at });
  expect((await alice.ask("listMemories", { params: { id } })).memories).toEqual([]);
  await alice.ask("deletePersona", { params: { id } });
  expect((await alice.ask("listPersonas")).personas).toEqual([]);
});

test("what is too long, empty or unknown is refused and changes nothing", async () => {
  const { alice } = await twoMembers();
  const id = await persona(alice);
  const memories = `/api/personas/${id}/memories`;
  for (const [path, body] of [
    ["/api/personas", { name: "" }],
    ["/api/personas", { name: "\u0000" }],
    ["/api/personas", { name: "x".repeat(81) }],
    ["/api/personas", { name: "x", instructions: "x".repeat(8_001) }],
    ["/api/personas", { name: "x", accountId: "somebody" }],
    [memories, { text: "x".repeat(1_001) }],
    [memories, { text: " " }],
    [memories, { text: "\u0000" }],
  ] as const) {
    expect(codeIn(await alice.call("POST", path, body)), JSON.stringify(body).slice(0, 60)).toBe("bad-request");
  }
  expect(codeIn(await alice.call("PATCH", `${memories}/none`, { text: "x" }))).toBe("memory-unknown");
  expect(codeIn(await alice.call("DELETE", `${memories}/none`))).toBe("memory-unknown");
  expect(codeIn(await alice.call("GET", "/api/personas/none/memories"))).toBe("persona-unknown");
  expect((await alice.ask("listMemories", { params: { id } })).memories).toEqual([]);
});

test("another account's persona does not exist, on any route and for administrators too [SEC-01]", async () => {
  const { root, alice, bob } = await twoMembers();
  const id = await persona(alice);
  const { memory } = await alice.ask("addMemory", { params: { id }, body: { text: "secret" } });
  const before = [await alice.ask("listPersonas"), await alice.ask("listMemories", { params: { id } })];
  const { conversation } = await bob.ask("createConversation", { body: {} });
  for (const stranger of [bob, root]) {
    const own =
      stranger === bob ? conversation.id : (await root.ask("createConversation", { body: {} })).conversation.id;
    const attempts: readonly (readonly [string, string, unknown?])[] = [
      ["PATCH", `/api/personas/${id}`, { name: "Mine" }],
      ["DELETE", `/api/personas/${id}`],
      ["GET", `/api/personas/${id}/memories`],
      ["POST", `/api/personas/${id}/memories`, { text: "planted" }],
      ["PATCH", `/api/personas/${id}/memories/${memory.id}`, { text: "planted" }],
      ["DELETE", `/api/personas/${id}/memories/${memory.id}`],
      ["POST", "/api/conversations", { personaId: id }],
      ["PATCH", `/api/conversations/${own}`, { personaId: id }],
    ];
    for (const [method, path, body] of attempts) {
      expect((await stranger.call(method, path, body)).status, `${method} ${path}`).toBe(404);
    }
    expect((await stranger.ask("listPersonas")).personas).toEqual([]);
  }
  expect([await alice.ask("listPersonas"), await alice.ask("listMemories", { params: { id } })]).toEqual(before);
});

test("a conversation has a persona, gives it to its copy, and goes on without one when it is deleted", async () => {
  const { alice } = await twoMembers();
  const id = await persona(alice);
  const made = await alice.ask("createConversation", { body: { personaId: id } });
  expect(made.conversation.personaId).toBe(id);
  const params = { id: made.conversation.id };
  const without = await alice.ask("updateConversation", { params, body: { personaId: null } });
  expect(without.conversation.personaId).toBeNull();
  await alice.ask("updateConversation", { params, body: { personaId: id } });
  await alice.ask("deletePersona", { params: { id } });
  expect((await alice.ask("readConversation", { params })).conversation.personaId).toBeNull();
});

test("an account has its own words to the model, each with a reset, and no other account has them [NAM-02]", async () => {
  const { alice, bob } = await twoMembers();
  const keys = Object.keys(PROMPT_TEXTS);
  const own = await alice.ask("changePrompts", {
    body: { prompts: { role: "Talk like a pirate.\u0000", memory: "M" } },
  });
  expect(own.prompts.filter(({ changed }) => changed)).toEqual([
    { key: "role", text: "Talk like a pirate.", original: PROMPT_TEXTS.role, changed: true },
    { key: "memory", text: "M", original: PROMPT_TEXTS.memory, changed: true },
  ]);
  expect((await bob.ask("promptSettings")).prompts.map(({ key, changed }) => [key, changed])).toEqual(
    keys.map((key) => [key, false]),
  );
  await alice.ask("changePrompts", { body: { prompts: { role: null, memory: PROMPT_TEXTS.memory } } });
  expect((await alice.ask("promptSettings")).prompts.some(({ changed }) => changed)).toBe(false);
  for (const prompts of [
    { role: "R", toString: "x" },
    { role: "R", mcp_hub_echo: "x" },
  ]) {
    expect(codeIn(await alice.call("PATCH", "/api/settings/prompts", { prompts }))).toBe("prompt-unknown");
  }
  for (const prompts of [{ role: "" }, { role: "x".repeat(8_001) }, { role: 1 }]) {
    expect(codeIn(await alice.call("PATCH", "/api/settings/prompts", { prompts }))).toBe("bad-request");
  }
  expect((await alice.ask("promptSettings")).prompts.some(({ changed }) => changed)).toBe(false);
});

test("in personal mode there are no personas and no such settings, and a conversation takes none", async () => {
  const server = await startTestServer();
  expect((await server.call("GET", ROUTES.listPersonas.path)).status).toBe(404);
  expect((await server.call("GET", ROUTES.promptSettings.path)).status).toBe(404);
  const made = await server.call("POST", "/api/conversations", { personaId: "x" });
  expect([made.status, codeIn(made)]).toEqual([400, "not-in-this-mode"]);
  const none = await server.call("POST", "/api/conversations", { personaId: null });
  expect(codeIn(none)).toBe("not-in-this-mode");
});
