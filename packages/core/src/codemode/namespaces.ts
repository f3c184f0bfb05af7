import type { McpTool, McpToolSnapshot } from "../mcp/tool-source.js";

export interface ScriptTool {
  /** `<namespace>.<tool>`, the first that fits: the identifier-safe form where it is free. */
  readonly path: string;
  readonly tool: McpTool;
}

export interface ScriptNamespace {
  readonly name: string;
  readonly serverId: string;
  readonly serverName: string;
  readonly instructions: string | null;
  readonly tools: readonly ScriptTool[];
}

/** Every way a script may name a tool, resolved by map and never parsed back. */
export interface ScriptNames {
  readonly namespaces: readonly ScriptNamespace[];
  find(path: string): ScriptTool | null;
  findNamespace(name: string): ScriptNamespace | null;
}

/** Names a script cannot reach as properties: its proxies hide them, so that nothing takes one for a promise or for JSON. */
const HIDDEN = ["then", "toJSON"];

/** Names of one prompt's frozen snapshot (PRM-04). Servers and tools keep the snapshot's stable order. */
export function nameForScripts(snapshot: McpToolSnapshot): ScriptNames {
  const byPath = new Map<string, ScriptTool>();
  const byNamespace = new Map<string, ScriptNamespace>();
  const taken = new Set<string>(HIDDEN);
  const namespaces = snapshot.servers.map((server) => {
    const name = freeName(identifierOf(server.handle ?? server.id), taken);
    const mine = snapshot.tools.filter((tool) => tool.serverId === server.id);
    const tools = nameTools(name, server.id, mine, byPath);
    const namespace = {
      name,
      serverId: server.id,
      serverName: server.name,
      instructions: server.instructions ?? null,
      tools,
    };
    byNamespace.set(name, namespace);
    return namespace;
  });
  for (const namespace of namespaces) {
    if (!byNamespace.has(namespace.serverId)) byNamespace.set(namespace.serverId, namespace);
  }
  return {
    namespaces,
    find: (path) => byPath.get(path) ?? null,
    findNamespace: (name) => byNamespace.get(name) ?? null,
  };
}

function nameTools(
  namespace: string,
  serverId: string,
  tools: readonly McpTool[],
  byPath: Map<string, ScriptTool>,
): readonly ScriptTool[] {
  const taken = new Set([...HIDDEN, ...tools.map((tool) => tool.toolName)]);
  const named = tools.map((tool): ScriptTool => {
    const safe = identifierOf(tool.toolName);
    const key = safe === tool.toolName && !HIDDEN.includes(safe) ? safe : freeName(safe, taken);
    return { path: `${namespace}.${key}`, tool };
  });
  for (const entry of named) byPath.set(entry.path, entry);
  for (const entry of named) {
    const { toolName, name } = entry.tool;
    for (const alias of [`${namespace}.${toolName}`, `${serverId}.${toolName}`, `${namespace}.${name}`, name]) {
      if (!byPath.has(alias)) byPath.set(alias, entry);
    }
  }
  return named;
}

function identifierOf(text: string): string {
  const safe = text.replace(/[^A-Za-z0-9_$]/g, "_");
  return /^[A-Za-z_$]/.test(safe) ? safe : `_${safe}`;
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let suffix = 2; taken.has(name); suffix += 1) name = `${wanted}_${suffix}`;
  taken.add(name);
  return name;
}
