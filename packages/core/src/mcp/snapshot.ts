import { CatalogLifetime } from "./lifetime.js";
import type { ReadyCatalog } from "./server-connection.js";
import { adaptTool, type ToolBinding } from "./tool-adapters.js";
import type { McpPromptServer, McpTool, McpToolSnapshot } from "./tool-source.js";

/** A ready server as the snapshot needs it. */
export interface ReadyServer {
  readonly id: string;
  readonly name: string;
  readonly ready: ReadyCatalog;
}

interface AdaptedCatalog {
  readonly name: string;
  readonly tools: readonly McpTool[];
}

/** Makes snapshots and knows, for every tool it ever handed out, what the tool stands for. */
export class SnapshotMaker {
  readonly #bindings = new WeakMap<McpTool, ToolBinding>();
  readonly #adapted = new WeakMap<ReadyCatalog, AdaptedCatalog>();
  readonly #unknown = new CatalogLifetime("unknown", "");

  constructor() {
    this.#unknown.revoke("tool-unknown");
  }

  /** Servers without a tool are left out (PRM-03). */
  make(servers: readonly ReadyServer[]): McpToolSnapshot {
    const rows = servers
      .map((server) => ({ server, tools: this.#toolsOf(server) }))
      .filter((row) => row.tools.length > 0);
    return {
      tools: rows.flatMap((row) => row.tools),
      servers: rows.map(({ server, tools }) => promptServer(server, tools)),
    };
  }

  bindingOf(tool: McpTool): ToolBinding | null {
    return this.#bindings.get(tool) ?? null;
  }

  lifetimeOf(tool: McpTool): CatalogLifetime {
    return this.#bindings.get(tool)?.lifetime ?? this.#unknown;
  }

  /** The same objects for as long as the catalog and the server's name last. */
  #toolsOf(server: ReadyServer): readonly McpTool[] {
    const known = this.#adapted.get(server.ready);
    if (known?.name === server.name) return known.tools;
    const { catalog, lifetime, link, session } = server.ready;
    const tools = catalog.tools.map((catalogTool) => {
      const tool = adaptTool(catalogTool, server);
      this.#bindings.set(tool, { catalogTool, lifetime, session, onLost: (failure) => link.lose(failure) });
      return tool;
    });
    this.#adapted.set(server.ready, { name: server.name, tools });
    return tools;
  }
}

function promptServer(server: ReadyServer, tools: readonly McpTool[]): McpPromptServer {
  const { instructions } = server.ready.catalog;
  return {
    id: server.id,
    name: server.name,
    ...(instructions === null ? {} : { instructions }),
    toolNames: tools.map((tool) => tool.name),
  };
}
