import { createServer } from "node:http";
import { join } from "node:path";
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
  const server = createServer(async (request, response) => {
    const reply = (status: number, body?: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${token}`) return reply(401, {});
    if (request.method !== "POST") return reply(405);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const message: Message = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    if (message.id === undefined) return response.writeHead(202).end();
    const answer = answers[message.method];
    if (answer === undefined) {
      return reply(200, { jsonrpc: "2.0", id: message.id, error: { code: -32_601, message: "unknown" } });
    }
    return reply(200, { jsonrpc: "2.0", id: message.id, result: await answer(message) });
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
