import type { AccountServerRow, ListSummary } from "@loop/core/host";
import { groupOf, UNGROUPED } from "./groups.js";

/**
 * The groups that are off once a catalog is taken again (GRP-01). A new group starts on, unless a tool in it was switched
 * off before with those of no group: that a pattern shows now lets go of no tool.
 */
export function groupsOffAfter(
  { summary, groupsOff }: Pick<AccountServerRow, "summary" | "groupsOff">,
  taken: Pick<ListSummary, "tools" | "groups">,
): readonly string[] {
  if (!groupsOff.includes(UNGROUPED)) return groupsOff;
  const before = new Set(summary.tools.map(({ name }) => name));
  const formed = taken.tools
    .filter(({ name }) => before.has(name) && groupOf(name, summary.groups) === UNGROUPED)
    .map(({ name }) => groupOf(name, taken.groups));
  return [...new Set([...groupsOff, ...formed])];
}
