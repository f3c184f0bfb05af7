// The contenders behind one face: each opens servers the way its own guide says, in one process of this one.
// `open(servers)` resolves, connected and listed, to `{ call(serverId, toolName, args), close() }`; `call` resolves to the
// client's own result.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as AiStdioTransport } from "@ai-sdk/mcp/mcp-stdio";
import { McpManager } from "@loop/core";
import { MCPClient as MastraClient } from "@mastra/mcp";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { MCPClient as McpUseClient } from "mcp-use/client";
import { versionOf } from "../kit/loop-parts.mjs";

const NO_ABORT = new AbortController().signal;

function loopConfig({ id, type, command, args, url }) {
  const transport =
    type === "stdio"
      ? { type, command, args, env: [], envVars: [], cwd: "" }
      : { type, url, bearerTokenEnv: "", headers: [], envHeaders: [] };
  return { id, name: id, enabled: true, transport };
}

const newFolder = () => mkdtempSync(join(tmpdir(), "loop-bench-"));
const removeFolder = (folder) => rmSync(folder, { recursive: true, force: true });

/** A manager as a program has it, from a file of configurations. */
export function openLoopManager(servers, folder = newFolder()) {
  const file = join(folder, "mcp.json");
  writeFileSync(file, JSON.stringify({ version: 1, servers: servers.map(loopConfig) }));
  const manager = new McpManager(file, { launchDirectory: folder });
  const close = async () => {
    await manager.close();
    removeFolder(folder);
  };
  return { manager, folder, close };
}

function allReady(manager, ids) {
  return new Promise((resolve, reject) => {
    const waited = new Set(ids);
    const stop = manager.subscribe(({ serverId, view }) => {
      if (view?.status === "error") reject(new Error(`${serverId}: ${view.code}`));
      if (view?.status === "ready") waited.delete(serverId);
      if (waited.size > 0) return;
      stop();
      resolve();
    });
  });
}

const openLoop = (servers) => callable(servers, openLoopManager(servers));

/** Starts after the first one: what an earlier start noted beside the file is there. */
export function loopAgain() {
  const kept = newFolder();
  const open = (servers) => {
    const { manager, folder } = openLoopManager(servers, kept);
    return callable(servers, { manager, folder, close: () => manager.close() });
  };
  return { name: LOOP_AGAIN, open, end: () => removeFolder(kept) };
}

async function callable(servers, { manager, folder, close }) {
  await allReady(
    manager,
    servers.map(({ id }) => id),
  );
  const tools = new Map(manager.tools(folder).map((tool) => [`${tool.serverId} ${tool.toolName}`, tool]));
  return {
    // What a session does for every call between a person's yes and the answer.
    call: async (serverId, toolName, args) => {
      const tool = tools.get(`${serverId} ${toolName}`);
      if (!manager.lifetimeOf(tool).isLive) throw new Error("the catalog is gone");
      const check = await manager.validate(tool, args, NO_ABORT);
      if (!check.ok) return check;
      return manager.call(tool, args, NO_ABORT);
    },
    close,
  };
}

async function openSdkClient({ type, command, args, url }) {
  const client = new Client({ name: "bench", version: "1.0.0" });
  const transport =
    type === "stdio"
      ? new StdioClientTransport({ command, args, stderr: "ignore" })
      : new StreamableHTTPClientTransport(new URL(url));
  await client.connect(transport);
  await client.listTools();
  return client;
}

/** The library's own client, used bare: all at once, or as many at a time as Loop allows itself. */
const openSdk = (width) => async (servers) => {
  const clients = new Map();
  const left = [...servers];
  const lane = async () => {
    for (let server = left.shift(); server; server = left.shift()) clients.set(server.id, await openSdkClient(server));
  };
  await Promise.all(Array.from({ length: Math.min(width, servers.length) }, lane));
  return {
    call: (serverId, name, given) => clients.get(serverId).callTool({ name, arguments: given }),
    close: () => Promise.all([...clients.values()].map((client) => client.close())),
  };
};

async function openAiSdk(servers) {
  const opened = await Promise.all(
    servers.map(async ({ id, type, command, args, url }) => {
      const transport = type === "stdio" ? new AiStdioTransport({ command, args, stderr: "ignore" }) : { type, url };
      const client = await createMCPClient({ transport });
      return [id, { client, tools: await client.tools() }];
    }),
  );
  const clients = new Map(opened);
  return {
    call: (serverId, name, given) =>
      clients.get(serverId).tools[name].execute(given, { toolCallId: "1", messages: [] }),
    close: () => Promise.all([...clients.values()].map(({ client }) => client.close())),
  };
}

let mastraCount = 0;

async function openMastra(servers) {
  mastraCount += 1;
  const entries = servers.map(({ id, type, command, args, url }) => [
    id,
    type === "stdio"
      ? { command, args, stderr: "ignore", enableServerLogs: false }
      : { url: new URL(url), enableServerLogs: false },
  ]);
  const client = new MastraClient({ id: `bench-${mastraCount}`, servers: Object.fromEntries(entries) });
  const tools = await client.getTools();
  return {
    call: (serverId, name, given) => tools[`${serverId}_${name}`].execute({ context: given }),
    close: () => client.disconnect(),
  };
}

async function openMcpUse(servers) {
  const entries = servers.map(({ id, type, command, args, url }) => [
    id,
    type === "stdio" ? { command, args } : { url },
  ]);
  const client = McpUseClient.fromDict({ mcpServers: Object.fromEntries(entries) });
  const sessions = await client.createAllSessions();
  await Promise.all(Object.values(sessions).map((session) => session.listTools()));
  return {
    call: (serverId, name, given) => sessions[serverId].callTool(name, given),
    close: () => client.closeAllSessions(),
  };
}

export const LOOP = "Loop";
export const LOOP_AGAIN = "Loop, started before";
export const SDK = "raw SDK client";
export const SDK_IN_TURNS = "raw SDK client, 3 at a time";

export const CLIENTS = [
  { name: LOOP, package: "@loop/core", open: openLoop },
  { name: SDK, package: "@modelcontextprotocol/client", open: openSdk(Number.POSITIVE_INFINITY) },
  { name: "@ai-sdk/mcp", package: "@ai-sdk/mcp", open: openAiSdk },
  { name: "@mastra/mcp", package: "@mastra/mcp", open: openMastra },
  { name: "mcp-use", package: "mcp-use", open: openMcpUse },
].map((client) => ({ ...client, version: versionOf(client.package) }));

export const sdkInTurns = { name: SDK_IN_TURNS, open: openSdk(3) };
