import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeHttpServer, startFakeHttp } from "./http-server.js";
import { isRecord, legacyRevision, metaKeys, modernRevision } from "./wire.js";

const tool = { name: "echo", description: "Echoes.", inputSchema: { type: "object", properties: {} } };
const content = [{ type: "text" as const, text: "hi" }];

const real = createMcpHandler(() => {
  const server = new McpServer(
    { name: "fake", version: "1.0.0" },
    { instructions: "Be kind.", capabilities: { tools: { listChanged: true } } },
  );
  server.registerTool(tool.name, { description: tool.description }, () => ({ content }));
  return server;
});

let fake: FakeHttpServer;

beforeAll(async () => {
  fake = await startFakeHttp({
    era: "dual",
    instructions: "Be kind.",
    http: { session: false },
    tools: [{ ...tool, result: { content } }],
  });
});

afterAll(async () => {
  await fake.close();
  await real.close();
});

interface Sent {
  readonly method: string;
  readonly params?: Record<string, unknown>;
}

function request(url: string, message: Sent, revision: string): Request {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": revision,
    "mcp-method": message.method,
    ...(typeof message.params?.name === "string" ? { "mcp-name": message.params.name } : {}),
  };
  return new Request(url, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }) });
}

/** The answer, whether it came as a body or as the event of a stream. */
async function answerIn(response: Response): Promise<unknown> {
  const text = await response.text();
  const event = /^data: (.*)$/m.exec(text);
  return JSON.parse(event?.[1] ?? text);
}

/** Both servers' answers to the same bytes. */
async function both(message: Sent, revision: string): Promise<{ theirs: unknown; ours: unknown }> {
  const theirs = await real.fetch(request("http://127.0.0.1/mcp", message, revision));
  const ours = await fetch(request(fake.url, message, revision));
  return { theirs: await answerIn(theirs), ours: await answerIn(ours) };
}

const modernMeta = {
  [metaKeys.protocolVersion]: modernRevision,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

test.each([
  { method: "server/discover", params: {} },
  { method: "tools/list", params: {} },
  { method: "tools/call", params: { name: "echo", arguments: {} } },
])("a modern answer to $method is the one of a real server", async ({ method, params }) => {
  const { theirs, ours } = await both({ method, params: { ...params, _meta: modernMeta } }, modernRevision);
  expect(ours).toEqual(theirs);
});

test.each([
  {
    method: "initialize",
    params: { protocolVersion: legacyRevision, capabilities: {}, clientInfo: { name: "test", version: "1" } },
  },
  { method: "tools/list", params: {} },
  { method: "tools/call", params: { name: "echo", arguments: {} } },
  { method: "ping", params: {} },
])("a legacy answer to $method is the one of a real server", async ({ method, params }) => {
  const { theirs, ours } = await both({ method, params }, legacyRevision);
  expect(ours).toEqual(theirs);
});

test("a modern-only server refuses the old handshake as a real one does", async () => {
  const strict = createMcpHandler(() => new McpServer({ name: "fake", version: "1.0.0" }), { legacy: "reject" });
  const modern = await startFakeHttp({ era: "modern" });
  const message = { method: "initialize", params: { protocolVersion: legacyRevision } };
  const theirs = await answerIn(await strict.fetch(request("http://127.0.0.1/mcp", message, legacyRevision)));
  const ours = await answerIn(await fetch(request(modern.url, message, legacyRevision)));
  await modern.close();
  await strict.close();
  const errorOf = (answer: unknown) => (isRecord(answer) && isRecord(answer.error) ? answer.error : {});
  expect([errorOf(ours).code, errorOf(ours).data]).toEqual([errorOf(theirs).code, errorOf(theirs).data]);
});
