import type { McpPromptServer, McpTool, McpToolSnapshot } from "../mcp/tool-source.js";

export interface AnnouncedGroup {
  /** How the model names it. */
  readonly key: string;
  readonly tools: readonly McpTool[];
}

/** A server as it is announced: by a name of its own, with its groups in the catalog's order. */
export interface AnnouncedServer {
  /** How the model names it: its display name, numbered where an earlier one has the same. */
  readonly key: string;
  readonly id: string;
  readonly tools: readonly McpTool[];
  /** One group, unnamed, where its tools are not grouped. */
  readonly groups: readonly AnnouncedGroup[];
}

/** What the tools without a group are called beside named ones. */
export const UNGROUPED = "(ungrouped)";
const LONGEST_KEY = 80;

/** Servers that have tools. Equal catalogs give equal keys. */
export function announcedServers({ tools, servers }: McpToolSnapshot): readonly AnnouncedServer[] {
  const byServer = grouped(tools, (tool) => tool.serverId);
  const taken = new Set<string>();
  return servers.flatMap((server) => {
    const own = byServer.get(server.id);
    return own === undefined ? [] : [announced(server, own, taken)];
  });
}

/** The server a model means, by its key or its id; null where there is none. */
export function findServer(servers: readonly AnnouncedServer[], named: string): AnnouncedServer | null {
  return servers.find(({ key }) => isSame(key, named)) ?? servers.find(({ id }) => id === named) ?? null;
}

export function findGroup({ groups }: AnnouncedServer, named: string): AnnouncedGroup | null {
  return groups.find((group) => group.key === named) ?? groups.find((group) => isSame(group.key, named)) ?? null;
}

function announced({ id, name }: McpPromptServer, tools: readonly McpTool[], taken: Set<string>): AnnouncedServer {
  const groups = grouped(tools, (tool) => plainKey(tool.group ?? "") || UNGROUPED);
  return {
    key: freeKey(plainKey(name) || "server", taken),
    id,
    tools,
    groups: [...groups].map(([key, members]) => ({ key, tools: members })),
  };
}

/** In the order in which each key first comes up. */
function grouped(tools: readonly McpTool[], keyOf: (tool: McpTool) => string): ReadonlyMap<string, readonly McpTool[]> {
  const groups = new Map<string, McpTool[]>();
  for (const tool of tools) {
    const group = groups.get(keyOf(tool));
    if (group === undefined) groups.set(keyOf(tool), [tool]);
    else group.push(tool);
  }
  return groups;
}

function freeKey(wanted: string, taken: Set<string>): string {
  let key = wanted;
  for (let count = 2; taken.has(comparable(key)); count += 1) key = `${wanted} (${count})`;
  taken.add(comparable(key));
  return key;
}

/** One bounded line: names are a server's or a person's words. */
function plainKey(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
  return [...line].slice(0, LONGEST_KEY).join("").trim();
}

function isSame(key: string, named: string): boolean {
  return comparable(key) === comparable(named);
}

function comparable(text: string): string {
  return text.trim().toLowerCase();
}
