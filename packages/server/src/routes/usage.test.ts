import { makeTempDir } from "@loop/testkit";
import { expect, test } from "vitest";
import { addServer, openConversation, startToolCaller, untilReady } from "../../test-support/conversation.js";
import { startTestServer } from "../../test-support/test-server.js";

const description = "Repeats a text.";
const inputSchema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] } as const;
const echo = { name: "echo", description, inputSchema };

test("what is allowed for a session is seen over all conversations and taken back there [GRT-04]", async () => {
  const model = await startToolCaller();
  const server = await startTestServer({ env: model.env });
  await addServer(server, "notes", {});
  await untilReady(server, "notes");
  expect((await server.ask("listAllGrants")).grants).toEqual([]);
  const conversation = await openConversation(server, { title: "Harbour" });
  const turn = await conversation.callByHand({ serverId: "notes", toolName: "echo" }, { text: "a" });
  const id = await conversation.question();
  await server.ask("answerApproval", { params: { id }, body: { decision: "allowed-session" } });
  await conversation.end(turn);
  const { grants } = await server.ask("listAllGrants");
  expect(grants).toEqual([
    {
      conversationId: conversation.id,
      title: "Harbour",
      grant: expect.objectContaining({ serverId: "notes", toolName: "echo" }),
    },
  ]);
  const params = { id: conversation.id, grantId: grants[0]?.grant.id ?? "" };
  await server.ask("revokeGrant", { params });
  expect((await server.ask("listAllGrants")).grants).toEqual([]);
});

test("tokens of finished turns are shown by model and day, once however often a conversation is copied", async () => {
  const model = await startToolCaller();
  const server = await startTestServer({ env: model.env });
  const conversation = await openConversation(server);
  await conversation.end(await conversation.say("Hello"));
  const second = await conversation.say("Hello again");
  await conversation.end(second);
  const before = (await server.ask("readUsage")).rows;
  expect(before).toEqual([
    {
      day: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      model: "openai-compatible/scripted",
      turns: 2,
      inputTokens: expect.any(Number),
      cachedInputTokens: expect.toSatisfy((value) => value === null || typeof value === "number"),
      outputTokens: expect.any(Number),
    },
  ]);
  await server.ask("forkConversation", { params: { id: conversation.id }, body: { beforeTurnId: second } });
  expect((await server.ask("readUsage")).rows).toEqual(before);
});

test("prices are a person's own, the last of a model counts, and nothing is known without them", async () => {
  const server = await startTestServer();
  expect((await server.ask("readUsage")).priceList).toEqual({ currency: "", prices: [] });
  const price = { model: "openai/gpt-5", input: 1.25, cachedInput: 0.125, output: 10 };
  const body = { currency: "USD", prices: [{ ...price, input: 9 }, price] };
  const saved = await server.ask("savePrices", { body });
  expect(saved.priceList).toEqual({ currency: "USD", prices: [price] });
  expect((await server.ask("readUsage")).priceList).toEqual(saved.priceList);
  const wrong = await server.call("PUT", "/api/usage/prices", { currency: "USD", prices: [{ ...price, input: -1 }] });
  expect(wrong).toMatchObject({ status: 400, body: { error: { code: "bad-request" } } });
});

test("after a start anew a question tells what its server rewrote since the tool was allowed [PER-15]", async () => {
  const dataDir = makeTempDir("data");
  const ask = async (tool: typeof echo | { name: string; description: string; inputSchema: object }) => {
    const server = await startTestServer({ dataDir });
    const { servers } = await server.ask("listServers");
    if (servers.length > 0) await server.ask("deleteServer", { params: { id: "notes" } });
    await addServer(server, "notes", { tools: [tool] as never });
    await untilReady(server, "notes");
    const conversation = await openConversation(server);
    const turn = await conversation.callByHand({ serverId: "notes", toolName: "echo" }, { text: "a" });
    const id = await conversation.question();
    const request = (await server.ask("listApprovals")).approvals.find((one) => one.id === id);
    await server.ask("answerApproval", { params: { id }, body: { decision: "allowed" } });
    await conversation.end(turn);
    await server.close();
    return request;
  };
  expect((await ask(echo))?.changed).toBeUndefined();
  expect((await ask(echo))?.changed).toBeUndefined();
  const properties = { ...inputSchema.properties, everywhere: { type: "boolean" } };
  const changed = (await ask({ ...echo, description: "Repeats it.", inputSchema: { ...inputSchema, properties } }))
    ?.changed;
  expect(changed).toMatchObject({
    allowedAt: expect.any(String),
    description: { before: description, after: "Repeats it." },
    inputSchema: { before: inputSchema, after: { properties } },
  });
});
