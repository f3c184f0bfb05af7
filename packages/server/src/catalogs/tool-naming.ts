import { type AccountServerRow, labelledNames } from "@loop/core/host";

/** By server id, then by the server's own name for a tool: what a model calls it (NAM-01). */
export type ToolNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Over all servers of the account, on or off, so that no switch gives another tool a new name. */
export function toolNames(rows: readonly Pick<AccountServerRow, "id" | "slug" | "position" | "summary">[]): ToolNames {
  const inOrder = [...rows].sort((a, b) => a.position - b.position);
  const maps = labelledNames(
    inOrder.map(({ slug, summary }) => ({ slug, toolNames: summary.tools.map(({ name }) => name) })),
  );
  return new Map(inOrder.map(({ id }, place) => [id, maps[place] ?? new Map<string, string>()]));
}
