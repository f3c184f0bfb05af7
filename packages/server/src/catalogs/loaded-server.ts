import type { ErrorCode } from "@loop/contract";
import {
  type AccountServerRow,
  type AccountServerStore,
  CatalogLifetime,
  type McpTool,
  type StoredTool,
} from "@loop/core/host";
import { groupOf } from "./groups.js";
import { type ObstacleRules, obstacleOf } from "./server-obstacle.js";

/** One revision of a server as a turn sees it. */
export interface LoadedServer {
  readonly row: AccountServerRow;
  readonly obstacle: ErrorCode | null;
  /** Null exactly when there is an obstacle. */
  readonly ready: { readonly lifetime: CatalogLifetime; readonly tools: readonly StoredTool[] } | null;
}

/** What a tool of a snapshot stands for, whatever became of its server since. */
export interface ToolBinding {
  readonly row: AccountServerRow;
  readonly lifetime: CatalogLifetime;
  readonly tool: StoredTool;
}

export interface LoadParts extends ObstacleRules {
  readonly store: Pick<AccountServerStore, "list" | "definitions">;
  readonly newId: () => string;
}

/** The account's servers as they are stored now; those of an unchanged revision are the same objects as before. */
export async function loadServers(
  accountId: string,
  known: ReadonlyMap<string, LoadedServer>,
  parts: LoadParts,
): Promise<readonly LoadedServer[]> {
  const rows = await parts.store.list(accountId);
  const loaded: LoadedServer[] = [];
  for (const row of rows) {
    const before = known.get(row.id);
    loaded.push(before?.row.revision === row.revision ? before : await load(row, parts));
  }
  return loaded;
}

async function load(row: AccountServerRow, parts: LoadParts): Promise<LoadedServer> {
  const obstacle = obstacleOf(row, parts);
  if (obstacle !== null) return { row, obstacle, ready: null };
  const list = await parts.store.definitions(row.accountId, row.id, row.revision);
  // It changed between the two reads; whoever changed it rings, and the next load finds it whole.
  if (list === null) return { row, obstacle: "catalog-changed", ready: null };
  return { row, obstacle: null, ready: { lifetime: new CatalogLifetime(parts.newId(), row.id), tools: list.tools } };
}

/** Why what was captured of a server before does not count any more; null when it still does. */
export function endOf(before: LoadedServer, now: LoadedServer | null): ErrorCode | null {
  if (now === before) return null;
  return now === null ? "server-unknown" : (now.obstacle ?? "catalog-changed");
}

export interface ShownServer {
  readonly row: AccountServerRow;
  readonly tools: readonly McpTool[];
}

/** The tools of groups that are switched on, in the list's order. */
export function shownTools(
  { row, ready }: LoadedServer,
  names: ReadonlyMap<string, string>,
  bind: (tool: McpTool, binding: ToolBinding) => void,
): readonly McpTool[] {
  if (ready === null) return [];
  const off = new Set(row.groupsOff);
  return ready.tools.flatMap((tool) => {
    const group = groupOf(tool.toolName, row.summary.groups);
    const name = names.get(tool.toolName);
    if (name === undefined || off.has(group)) return [];
    const shown: McpTool = Object.freeze({ ...tool, name, serverId: row.id, serverName: row.label, group });
    bind(shown, { row, lifetime: ready.lifetime, tool });
    return [shown];
  });
}
