import type { AccountServerRow, ToolSummary } from "@loop/core/host";
import { groupOf } from "./groups.js";

/** Tools of the groups that are switched on, in the order in which a request would carry them. */
export function switchedOnTools({ summary, groupsOff }: Pick<AccountServerRow, "summary" | "groupsOff">) {
  const off = new Set(groupsOff);
  const on =
    off.size === 0 ? summary.tools : summary.tools.filter(({ name }) => !off.has(groupOf(name, summary.groups)));
  return [...on].sort((a, b) => (a.name < b.name ? -1 : 1));
}

export interface CappedTools {
  readonly ready: number;
  readonly offered: readonly ToolSummary[];
}

/** CAP-02: counted over all servers, dropped in card order. `servers` are those that are switched on. */
export function capTools(servers: readonly (readonly ToolSummary[])[], cap: number): CappedTools {
  const ready = servers.flat();
  return { ready: ready.length, offered: ready.slice(0, cap) };
}
