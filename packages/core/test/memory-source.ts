import type { ErrorCode, JsonValue } from "@loop/contract";
import { CatalogLifetime } from "../src/mcp/lifetime.js";
import type { ArgumentCheck, McpCallResult, McpTool, McpToolSnapshot, ToolSource } from "../src/mcp/tool-source.js";

export interface SentCall {
  readonly toolName: string;
  readonly args: unknown;
  readonly signal: AbortSignal;
}

export type MemoryTool = readonly [serverId: string, toolName: string, group?: string];

export type Answer = (call: SentCall) => McpCallResult | Promise<McpCallResult>;

export function textAnswer(text: string): McpCallResult {
  return { status: "ok", content: [{ type: "text", text }], mayHaveTakenEffect: false, serverAnswered: true };
}

/** A `ToolSource` in this process over real lifetimes: what a catalog does is the test's to say. */
export class MemorySource implements ToolSource {
  readonly sent: SentCall[] = [];
  answer: Answer = () => textAnswer("done");
  check: (args: unknown) => ArgumentCheck | Promise<ArgumentCheck> = () => ({ ok: true });
  #lifetimes = new Map<string, CatalogLifetime>();
  #tools: readonly McpTool[] = [];
  #count = 0;

  constructor(tools: readonly MemoryTool[]) {
    this.replace(tools);
  }

  /** A new catalog for every server named: the old lifetimes end. */
  replace(tools: readonly MemoryTool[], code: ErrorCode = "catalog-changed"): void {
    for (const lifetime of this.#lifetimes.values()) lifetime.revoke(code);
    this.#lifetimes = new Map(
      tools.map(([serverId]) => [serverId, new CatalogLifetime(`${serverId}-${++this.#count}`, serverId)]),
    );
    this.#tools = tools.map(toolOf);
  }

  end(serverId: string, code: ErrorCode): void {
    this.#lifetimes.get(serverId)?.revoke(code);
  }

  snapshot(): McpToolSnapshot {
    const ids = [...this.#lifetimes.keys()];
    const named = (id: string) => this.#tools.filter((tool) => tool.serverId === id).map((tool) => tool.name);
    return { tools: this.#tools, servers: ids.map((id) => ({ id, name: id.toUpperCase(), toolNames: named(id) })) };
  }

  lifetimeOf(tool: McpTool): CatalogLifetime {
    const lifetime = this.#lifetimes.get(tool.serverId);
    if (lifetime === undefined) throw new Error("no such catalog");
    return lifetime;
  }

  async validate(_tool: McpTool, args: unknown): Promise<ArgumentCheck> {
    return this.check(args);
  }

  async call(tool: McpTool, args: unknown, signal: AbortSignal): Promise<McpCallResult> {
    const call = { toolName: tool.toolName, args, signal };
    this.sent.push(call);
    return this.answer(call);
  }
}

function toolOf([serverId, toolName, group]: MemoryTool): McpTool {
  return {
    name: `mcp_${serverId}_${toolName}`,
    serverId,
    serverName: serverId.toUpperCase(),
    toolName,
    label: `${toolName} of ${serverId}`,
    description: `Does ${toolName}.`,
    inputSchema: { type: "object", properties: { text: { type: "string" } } } satisfies JsonValue,
    ...(group === undefined ? {} : { group }),
  };
}
