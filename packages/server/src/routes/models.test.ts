import { readFileSync } from "node:fs";
import { join } from "node:path";
import { invalidKey, startWireModel, type WireScript, waitUntil } from "@loop/testkit";
import { expect, onTestFinished, test } from "vitest";
import { openConversation } from "../../test-support/conversation.js";
import { startTestServer, type TestServer } from "../../test-support/test-server.js";

const CANARY = "sk-canary-5b1e";
const REFERENCE = "openai-compatible/scripted";

async function startModel(script: WireScript = () => ({ text: "OK." })) {
  const model = await startWireModel(script);
  onTestFinished(() => model.close());
  return model;
}

const save = (server: TestServer, id: string, body: object) => server.ask("saveProvider", { params: { id }, body });
const testOf = async (server: TestServer, reference = REFERENCE) =>
  (await server.ask("testModel", { body: { reference } })).outcome;

test("a provider entered in the app is listed, tried, chosen and answers, without a start anew", async () => {
  const model = await startModel();
  const server = await startTestServer();
  expect((await server.ask("listProviders")).chosen).toBeNull();
  const saved = await save(server, "openai-compatible", { address: model.baseUrl, key: CANARY });
  expect(saved.providers.find(({ id }) => id === "openai-compatible")).toMatchObject({
    key: "saved",
    address: { url: model.baseUrl, source: "saved" },
    code: null,
  });
  const { models } = await server.ask("listModels", { params: { id: "openai-compatible" }, body: {} });
  expect(models).toEqual([
    { reference: REFERENCE, abilities: { maxTools: 128, toolResultImages: false, contextTokens: null } },
  ]);
  expect(await testOf(server)).toEqual({ ok: true, durationMs: expect.any(Number) });
  expect(model.requests).toHaveLength(1);
  expect(model.requests[0]?.headers.authorization).toBe(`Bearer ${CANARY}`);
  expect(model.requests[0]?.tools).toEqual([]);
  await server.ask("chooseModel", { body: { reference: REFERENCE } });
  const conversation = await openConversation(server);
  expect(await conversation.end(await conversation.say("Hello"))).toMatchObject({ reason: "done" });
  expect((await server.ask("listProviders")).chosen).toMatchObject({
    reference: REFERENCE,
    source: "saved",
    code: null,
  });
});

test("a key that is changed counts for the next request", async () => {
  const model = await startModel();
  const server = await startTestServer({ env: model.env });
  await testOf(server);
  await save(server, "openai-compatible", { address: model.baseUrl, key: "another-key" });
  const conversation = await openConversation(server);
  await conversation.end(await conversation.say("Hello"));
  await save(server, "openai-compatible", { address: model.baseUrl, key: "a-third-key" });
  await conversation.end(await conversation.say("Hello again"));
  expect(model.requests.map(({ headers }) => headers.authorization)).toEqual([
    "Bearer scripted",
    "Bearer another-key",
    "Bearer a-third-key",
  ]);
});

test("what goes wrong is a code with a next step, and nothing of the provider's words", async () => {
  const model = await startModel(invalidKeyAlways);
  const server = await startTestServer();
  expect(await testOf(server, "nobody/x")).toEqual({ ok: false, code: "model-unknown" });
  expect(await testOf(server, "openai/x")).toEqual({ ok: false, code: "model-key-missing" });
  expect(await testOf(server)).toEqual({ ok: false, code: "model-setting-missing" });
  await save(server, "openai-compatible", { address: model.baseUrl, key: CANARY });
  expect(await testOf(server)).toEqual({ ok: false, code: "model-key-rejected" });
  model.setScript([{ wire: "status", status: 404 }]);
  expect(await testOf(server)).toEqual({ ok: false, code: "model-not-found" });
  await model.close();
  expect(await testOf(server)).toEqual({ ok: false, code: "model-unreachable" });
  const listed = await server.call("POST", "/api/settings/providers/openai-compatible/models", {});
  expect(listed).toMatchObject({ status: 502, body: { error: { code: "model-unreachable" } } });
  const unknown = await server.call("PUT", "/api/settings/providers/nobody", { address: null });
  expect(unknown).toMatchObject({ status: 404, body: { error: { code: "provider-unknown" } } });
});

const invalidKeyAlways: WireScript = () => invalidKey;

test("a test can be stopped, a second one ends the first, and the provider sees the connection go", async () => {
  const model = await startModel(() => ({ wire: "silence" }));
  const server = await startTestServer({ env: model.env });
  const first = testOf(server);
  await waitUntil(() => model.requests.length === 1, { what: "the model is asked", withinMs: 10_000 });
  const second = testOf(server);
  expect(await first).toEqual({ ok: false, code: "model-test-cancelled" });
  await waitUntil(() => model.requests.length === 2, { what: "the model is asked again", withinMs: 10_000 });
  await server.ask("cancelModelTest");
  expect(await second).toEqual({ ok: false, code: "model-test-cancelled" });
  await waitUntil(() => model.requests.every(({ aborted }) => aborted), { what: "both hung up", withinMs: 5_000 });
});

test("a key is in its file and nowhere else: not in a reply, an event, the state, the log or the database [ERR-02]", async () => {
  const model = await startModel(invalidKeyAlways);
  const server = await startTestServer();
  const replies: unknown[] = [await save(server, "openai-compatible", { address: model.baseUrl, key: CANARY })];
  replies.push(
    await server.call("PUT", "/api/settings/providers/openai-compatible", { address: "http://127.0.0.1:4001" }),
  );
  replies.push(await server.call("PUT", "/api/settings/providers/openai", { address: null, key: `${CANARY} x` }));
  replies.push(await server.ask("listProviders"), await testOf(server));
  replies.push(await server.ask("chooseModel", { body: { reference: REFERENCE } }));
  const conversation = await openConversation(server);
  replies.push(await conversation.end(await conversation.say("Hello")), await server.ask("state"));
  replies.push(conversation.reader.events(), await conversation.timeline(), server.reports);
  expect(JSON.stringify(replies)).toContain("model-key-rejected");
  expect(JSON.stringify(replies)).toContain("provider-key-reentry");
  expect(JSON.stringify(replies)).not.toContain("canary");
  await server.close();
  for (const name of ["loop.db", "mcp.json"]) {
    expect(textOf(join(server.dataDir, name)), name).not.toContain("canary");
  }
  expect(textOf(join(server.dataDir, "providers.json"))).toContain(CANARY);
});

function textOf(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}
