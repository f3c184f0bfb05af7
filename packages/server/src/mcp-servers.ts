import type { McpServerConfig, McpServerView } from "@loop/contract";
import type { McpTool, ToolSource } from "@loop/core/host";

/** The one manager of this server, as its routes and sessions use it. */
export interface McpServers extends ToolSource {
  list(): Promise<readonly McpServerView[]>;
  /** With `create` true the id must be new, with false it must exist. */
  save(config: McpServerConfig, create?: boolean): Promise<void>;
  setEnabled(id: string, enabled: boolean): Promise<void>;
  remove(id: string): Promise<void>;
  retry(id: string): Promise<void>;
  tools(workspaceRoot: string): readonly McpTool[];
  /** Hears every change of a status; null once a server is gone. The returned function ends it. */
  subscribe(hear: (change: { readonly serverId: string; readonly view: McpServerView | null }) => void): () => void;
  close(): Promise<void>;
}
