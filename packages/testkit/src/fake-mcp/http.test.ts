import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, expect, test } from "vitest";
import { waitUntil } from "../wait-until.js";
import { defaultTools, type FakeBehaviour } from "./behaviour.js";
import { type FakeHttpServer, startFakeHttp } from "./http-server.js";

const servers: FakeHttpServer[] = [];
const clients: Client[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  for (const server of servers.splice(0)) await server.close();
});

async function prepare(behaviour: FakeBehaviour, options: ClientOptions = {}) {
  const server = await startFakeHttp(behaviour);
  servers.push(server);
  const client = new Client({ name: "test", version: "1" }, options);
  clients.push(client);
  const reconnectionOptions = {
    maxRetries: 0,
    initialReconnectionDelay: 1,
    maxReconnectionDelay: 1,
    reconnectionDelayGrowFactor: 1,
  };
  const transport = new StreamableHTTPClientTransport(new URL(server.url), { reconnectionOptions });
  return { server, client, transport };
}

async function connected(behaviour: FakeBehaviour, options: ClientOptions = {}) {
  const prepared = await prepare(behaviour, options);
  await prepared.client.connect(prepared.transport, { timeout: 5_000 });
  return prepared;
}

const modern: ClientOptions = { versionNegotiation: { mode: "auto" } };
const echo = { name: "echo", arguments: { text: "hi" } };
const hi = [{ type: "text", text: "hi" }];

test.each(["json", "sse"] as const)("a legacy client lists, calls and ends its session over %s", async (style) => {
  const { server, client, transport } = await connected({ http: { style } });
  expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual([...defaultTools]);
  expect((await client.callTool(echo)).content).toEqual(hi);
  const session = transport.sessionId;
  await transport.terminateSession();
  expect(server.journal.deletedSessions()).toEqual([session]);
});

test.each(["json", "sse"] as const)("a modern client discovers, listens and calls over %s", async (style) => {
  const { server, client } = await connected(
    { era: "dual", catalogs: [["echo"], ["echo", "add"]], http: { style } },
    modern,
  );
  expect(client.getProtocolEra()).toBe("modern");
  let changes = 0;
  client.setNotificationHandler("notifications/tools/list_changed", () => {
    changes += 1;
  });
  const subscription = await client.listen({ toolsListChanged: true });
  server.bumpCatalog();
  await waitUntil(() => changes === 1);
  expect((await client.listTools()).tools).toHaveLength(2);
  expect((await client.callTool(echo)).content).toEqual(hi);
  server.dropStreams();
  expect(await subscription.closed).toBe("remote");
});

test("a legacy client hears of a changed list on its notification stream", async () => {
  const { server, client } = await connected({});
  let changes = 0;
  client.setNotificationHandler("notifications/tools/list_changed", () => {
    changes += 1;
  });
  server.notifyListChanged(3);
  await waitUntil(() => changes === 3);
});

test("a call without the token is refused and one with it sees its own headers", async () => {
  const refused = await prepare({ http: { token: "secret" } });
  await expect(refused.client.connect(refused.transport)).rejects.toMatchObject({ status: 401 });
  const requestInit = { headers: { authorization: "Bearer secret", "x-team": "blue" } };
  const transport = new StreamableHTTPClientTransport(new URL(refused.server.url), { requestInit });
  const client = new Client({ name: "test", version: "1" });
  clients.push(client);
  await client.connect(transport);
  const { content } = await client.callTool({ name: "headers", arguments: {} });
  expect(JSON.stringify(content)).toContain('\\"x-team\\":\\"blue\\"');
});

test("a lost session answers 404 and a restarted server listens at the same address", async () => {
  const { server, client } = await connected({});
  server.loseSessions();
  await expect(client.callTool(echo)).rejects.toMatchObject({ status: 404 });
  await server.stop();
  await expect(fetch(server.url)).rejects.toThrow();
  await server.restart();
  expect((await fetch(server.url)).status).toBe(400);
});
