import type { AccountServerTool, AccountServerView, InstanceServerView } from "@loop/contract";
import type { AccountServerRow, InstanceServerRow, StoredList } from "@loop/core/host";
import { countGroups, groupOf } from "./groups.js";
import { type ObstacleRules, obstacleOf } from "./server-obstacle.js";

/** A card. Nobody is asked for it, and the token is not in it (SRV-04, SRV-05). */
export function serverView(row: AccountServerRow, rules: ObstacleRules): AccountServerView {
  const { id, label, slug, url, enabled, suspended, summary, groupsOff, catalogAt } = row;
  const obstacle = obstacleOf(row, rules);
  const off = new Set(groupsOff);
  const names = summary.tools.map(({ name }) => name);
  return {
    id,
    label,
    slug,
    url,
    hasToken: row.sealedToken !== null,
    enabled,
    suspended,
    ...(obstacle === null || obstacle === "server-disabled" ? {} : { code: obstacle }),
    toolCount: names.length,
    groups: countGroups(names, summary.groups).map((group) => ({ ...group, enabled: !off.has(group.name) })),
    catalogAt,
  };
}

/** The full list of one server; the words are its own. */
export function toolViews(
  { summary }: AccountServerRow,
  list: StoredList,
  names: ReadonlyMap<string, string>,
): AccountServerTool[] {
  return list.tools.map(({ toolName, label, description, inputSchema }) => ({
    toolName,
    modelName: names.get(toolName) ?? toolName,
    label,
    description,
    group: groupOf(toolName, summary.groups),
    inputSchema,
  }));
}

/** What an administrator sees of somebody's server (ADM-01, ADM-03). */
export function instanceView(row: InstanceServerRow): InstanceServerView {
  const { id, label, url, accountId, ownerName, enabled, suspended, summary } = row;
  const owner = { id: accountId, name: ownerName };
  return { id, label, url, owner, enabled, suspended, toolCount: summary.tools.length };
}
