import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, expect, test } from "vitest";
import { waitUntil } from "../wait-until.js";
import type { FakeBehaviour } from "./behaviour.js";
import type { Fault } from "./faults.js";
import { startFakeHttpProcess } from "./http-command.js";
import { type FakeHttpServer, startFakeHttp } from "./http-server.js";
import { sharedMisbehaviours } from "./misbehaviours.js";
import { fakeStdioCommand } from "./stdio-command.js";

const cleanups: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function newClient(options: ClientOptions = {}): Client {
  const client = new Client({ name: "test", version: "1" }, options);
  cleanups.push(() => client.close());
  return client;
}

async function http(behaviour: FakeBehaviour, options: ClientOptions = {}) {
  const server = await startFakeHttp(behaviour);
  cleanups.push(() => server.close());
  const client = newClient(options);
  const connect = (timeout = 5_000) =>
    client.connect(new StreamableHTTPClientTransport(new URL(server.url)), { timeout });
  return { server, client, connect };
}

function stdio(behaviour: FakeBehaviour, options: ClientOptions = {}) {
  const fake = fakeStdioCommand(behaviour);
  cleanups.push(() => fake.killAll());
  const client = newClient(options);
  const transport = new StdioClientTransport({ command: fake.command, args: fake.args, stderr: "pipe" });
  return { fake, client, connect: (timeout = 5_000) => client.connect(transport, { timeout }) };
}

const auto: ClientOptions = { versionNegotiation: { mode: "auto", probe: { timeoutMs: 2_000 } } };
const called = (server: FakeHttpServer) => server.journal.received("tools/call").length;

test("a client times out on an initialize nobody answers", async () => {
  const { connect, fake } = stdio(sharedMisbehaviours["initialize-never-answered"]);
  await expect(connect(300)).rejects.toMatchObject({ code: "REQUEST_TIMEOUT" });
  await waitUntil(() => fake.journal.methods()[0] === "initialize");
});

test("a call of a server that dies was sent once", async () => {
  const { client, connect, fake } = stdio(sharedMisbehaviours["dies-after-accepting-a-call"]);
  await connect();
  await expect(client.callTool({ name: "counter", arguments: { key: "a" } })).rejects.toMatchObject({
    code: "CONNECTION_CLOSED",
  });
  expect([fake.journal.received("tools/call").length, fake.journal.executions("counter", { key: "a" })]).toEqual([
    1, 1,
  ]);
});

test.each([
  { name: "an unknown method", faults: [] },
  {
    name: "invalid parameters",
    faults: [{ on: "server/discover", do: "error", error: { code: -32602, message: "no" } }],
  },
  { name: "status 400", faults: [{ on: "server/discover", do: "status", status: 400 }] },
] satisfies { name: string; faults: Fault[] }[])(
  "negotiation falls back when the probe meets $name",
  async ({ faults }) => {
    const { client, connect, server } = await http({ faults }, auto);
    await connect();
    expect(client.getProtocolEra()).toBe("legacy");
    expect(server.journal.methods().slice(0, 2)).toEqual(["server/discover", "initialize"]);
  },
);

test("a server of both eras is spoken to in the one the client prefers", async () => {
  const modern = await http({ era: "dual" }, auto);
  await modern.connect();
  const legacy = await http({ era: "dual" });
  await legacy.connect();
  expect([modern.client.getProtocolEra(), legacy.client.getProtocolEra()]).toEqual(["modern", "legacy"]);
});

test("a modern call that is given up closes its stream and stops the tool", async () => {
  const { client, connect, server } = await http({ era: "modern" }, auto);
  await connect();
  const controller = new AbortController();
  const call = client.callTool({ name: "slow", arguments: { ms: 60_000 } }, { signal: controller.signal });
  await waitUntil(() => server.journal.executions("slow") === 1);
  controller.abort();
  await expect(call).rejects.toThrow();
  await waitUntil(() => server.journal.entries().some((entry) => entry.kind === "aborted"));
});

test("a redirect to another origin is refused and carries no header there", async () => {
  const target = await startFakeHttp();
  cleanups.push(() => target.close());
  const { connect } = await http({ faults: [{ on: "initialize", do: "redirect", status: 307, to: target.url }] });
  await expect(connect()).rejects.toThrow();
  expect(target.journal.entries().filter((entry) => entry.kind === "http")).toEqual([]);
});

test("a call is not sent a second time after its stream ended early", async () => {
  const { client, connect, server } = await http({
    faults: [{ on: "tools/call", do: "early-end", eventId: "7", retryMs: 1 }],
  });
  await connect();
  const controller = new AbortController();
  const call = client.callTool({ name: "counter", arguments: { key: "a" } }, { signal: controller.signal });
  const resumed = () =>
    server.journal.entries().some((entry) => entry.kind === "http" && entry.headers?.["last-event-id"] === "7");
  await waitUntil(resumed);
  controller.abort();
  await expect(call).rejects.toThrow();
  expect(called(server)).toBe(1);
});

test("a question of the server is answered by a client without handlers with an error", async () => {
  const { client, connect } = await http({ tools: ["ask"] });
  await connect();
  const { content } = await client.callTool({ name: "ask", arguments: { question: "sampling" } });
  expect(JSON.stringify(content)).toContain("-32601");
});

test("a result is kept as long as its server says", async () => {
  const { client, connect, server } = await http({ era: "modern", ttlMs: 60_000 }, auto);
  await connect();
  await client.listTools();
  await client.listTools();
  expect(server.journal.received("tools/list")).toHaveLength(1);
});

test("a server in its own process is called, commanded and ended", async () => {
  const server = await startFakeHttpProcess({ catalogs: [["echo"], ["echo", "add"]] });
  cleanups.push(() => server.close());
  const client = newClient();
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  expect((await client.listTools()).tools).toHaveLength(1);
  await server.send({ do: "bump" });
  expect((await client.listTools()).tools).toHaveLength(2);
  await server.send({ do: "lose-sessions" });
  await expect(client.listTools()).rejects.toMatchObject({ status: 404 });
  expect(server.journal.pids()).toEqual([server.pid]);
});

test("broken bytes on stdout do not reach an answer", async () => {
  const base64 = Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x0a]).toString("base64");
  const { client, connect } = stdio({ faults: [{ on: "tools/call", do: "stdout-bytes", base64 }] });
  await connect();
  expect(await client.callTool({ name: "echo", arguments: { text: "hi" } })).toMatchObject({
    content: [{ text: "hi" }],
  });
});
