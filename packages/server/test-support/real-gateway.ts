import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { McpManager } from "@loop/core";
import { makeTempDir, waitUntil } from "@loop/testkit";
import { onTestFinished } from "vitest";

export interface BehindGateway {
  /** The prefix of its tools. */
  readonly prefix: string;
  /** Node's arguments: a program that speaks MCP over stdio. */
  readonly args: readonly string[];
}

export interface RealGateway {
  readonly url: string;
  readonly origin: string;
  /** Tools that were really called, by the name the gateway gave them. */
  readonly called: readonly string[];
}

interface Message {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly name?: string; readonly arguments?: unknown };
}

/** Several real programs behind one Streamable HTTP endpoint, each known by the prefix of its tools, as hubs do it. */
export async function startRealGateway(programs: readonly BehindGateway[], token: string): Promise<RealGateway> {
  const manager = await startPrograms(programs);
  const called: string[] = [];
  const tools = manager.tools("").map((tool) => ({ tool, name: `${tool.serverName}-${tool.toolName}` }));
  const answers: Readonly<Record<string, (message: Message) => unknown>> = {
    initialize: () => ({
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "gateway", version: "1.0.0" },
    }),
    "tools/list": () => ({
      tools: tools.map(({ tool: { description, inputSchema }, name }) => ({ name, description, inputSchema })),
    }),
    "tools/call": async ({ params }) => {
      const found = tools.find(({ name }) => name === params?.name);
      if (found === undefined) throw new Error("no such tool");
      called.push(found.name);
      const result = await manager.call(found.tool, params?.arguments ?? {}, new AbortController().signal);
      return { content: result.content, isError: result.status !== "ok" };
    },
  };
  const server = createServer((request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${token}`;
    if (!isKnown || request.method !== "POST") response.writeHead(isKnown ? 405 : 401).end();
    else void answerPost(request, response, answers); // a failure ends the answer
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  return { url: `${origin}/mcp`, origin, called };
}

async function answerPost(
  request: IncomingMessage,
  response: ServerResponse,
  answers: Readonly<Record<string, (message: Message) => unknown>>,
): Promise<void> {
  try {
    const message: Message = JSON.parse(await text(request));
    if (message.id === undefined) return void response.writeHead(202).end();
    const answer = answers[message.method];
    const outcome =
      answer === undefined ? { error: { code: -32_601, message: "unknown" } } : { result: await answer(message) };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...outcome }));
  } catch {
    response.destroy();
  }
}

async function startPrograms(programs: readonly BehindGateway[]): Promise<McpManager> {
  const manager = new McpManager(join(makeTempDir("gateway"), "mcp.json"));
  onTestFinished(() => manager.close());
  for (const { prefix, args } of programs) {
    const id = prefix.toLowerCase();
    await manager.save({
      id,
      name: prefix,
      enabled: true,
      transport: { type: "stdio", command: process.execPath, args: [...args], env: [], envVars: [], cwd: "" },
    });
  }
  const isReady = async () => (await manager.list()).every(({ status }) => status === "ready");
  await waitUntil(isReady, { what: "all programs are ready", withinMs: 50_000, everyMs: 50 });
  return manager;
}
