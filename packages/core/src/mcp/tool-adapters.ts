import type { CatalogTool } from "./catalog.js";
import type { McpFailure } from "./failures.js";
import type { CatalogLifetime } from "./lifetime.js";
import type { Session } from "./server-link.js";
import { hashedToolName } from "./tool-names.js";
import type { McpTool } from "./tool-source.js";

/** What a snapshot's tool stands for. A tool keeps its own, whatever became of the server since. */
export interface ToolBinding {
  readonly catalogTool: CatalogTool;
  readonly lifetime: CatalogLifetime;
  readonly session: Session;
  /** Tells the connection that it is over, as seen from a call. */
  readonly onLost: (failure: McpFailure) => void;
}

/** Plain data for a host; recognised by its identity, never by its words (CAT-05). */
export function adaptTool(tool: CatalogTool, server: { readonly id: string; readonly name: string }): McpTool {
  return Object.freeze({
    name: hashedToolName(server.id, tool.toolName),
    serverId: server.id,
    serverName: server.name,
    toolName: tool.toolName,
    label: tool.label,
    description: tool.description,
    inputSchema: tool.inputSchema,
    ...(tool.outputSchema === undefined ? {} : { outputSchema: tool.outputSchema }),
  });
}
