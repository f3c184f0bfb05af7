import type { AccountServerView } from "@loop/contract";

export interface LargestGroup {
  readonly group: string;
  readonly label: string;
  readonly toolCount: number;
}

/** The group whose switch would take most away; null where nothing has a name to be switched off by (CAP-01). */
export function largestGroup(servers: readonly AccountServerView[]): LargestGroup | null {
  const counted = servers
    .filter((view) => view.enabled && !view.suspended && view.code === undefined)
    .flatMap((view) =>
      view.groups
        .filter((group) => group.enabled && group.name !== "")
        .map((group) => ({ group: group.name, label: view.label, toolCount: group.toolCount })),
    );
  return counted.reduce<LargestGroup | null>(
    (most, one) => (most === null || one.toolCount > most.toolCount ? one : most),
    null,
  );
}
