import type { McpToolRef } from "@loop/contract";
import type { CatalogLifetime } from "../mcp/lifetime.js";
import type { McpPromptServer, McpTool, ToolSource } from "../mcp/tool-source.js";

/** A tool with the catalog it belonged to when the turn began. */
export interface CapturedTool {
  readonly tool: McpTool;
  readonly lifetime: CatalogLifetime;
}

export interface CapturedCatalog {
  readonly tools: readonly CapturedTool[];
  readonly servers: readonly McpPromptServer[];
}

const NOTHING: CapturedCatalog = { tools: [], servers: [] };

/**
 * Takes what is ready at this instant and keeps it for the whole turn (CAT-01). Synchronous: waiting for a slow server
 * is never part of a prompt. The order is the servers', then the tools' names, so that equal catalogs give equal requests.
 */
export function captureCatalog(source: ToolSource | null, workspaceRoot: string): CapturedCatalog {
  if (source === null) return NOTHING;
  const { tools, servers } = source.snapshot(workspaceRoot);
  const rank = new Map(servers.map((server, index) => [server.id, index]));
  const order = (tool: McpTool): number => rank.get(tool.serverId) ?? servers.length;
  const sorted = [...tools].sort((a, b) => order(a) - order(b) || compareText(a.toolName, b.toolName));
  return { tools: sorted.map((tool) => ({ tool, lifetime: source.lifetimeOf(tool) })), servers };
}

export function toolRefOf(tool: McpTool): McpToolRef {
  const { serverId, toolName, name: modelName, label, serverName } = tool;
  return { serverId, toolName, modelName, label, serverName };
}

/** Locale-free, so that the order is the same everywhere. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
