import type { McpServerView } from "@loop/contract";

/** When this page first saw a server connecting, and how long it may take where that is known. */
export interface ConnectingSince {
  readonly at: number;
  readonly limitMs: number | null;
}

export type ConnectingTimes = Readonly<Record<string, ConnectingSince>>;

/** LIF-03, LIF-04. */
export const STDIO_SAVE_MS = 120_000;
export const OTHER_ATTEMPT_MS = 15_000;

/** Keeps the time of servers that go on connecting, starts it for new ones, drops the rest. */
export function nextConnectingTimes(
  times: ConnectingTimes,
  servers: readonly McpServerView[],
  now: { readonly at: number; readonly limits: Readonly<Record<string, number>> },
): ConnectingTimes {
  const connecting = servers.filter((view) => view.status === "connecting").map((view) => view.config.id);
  const isSame = connecting.length === Object.keys(times).length && connecting.every((id) => id in times);
  if (isSame) return times;
  return Object.fromEntries(
    connecting.map((id) => [id, times[id] ?? { at: now.at, limitMs: now.limits[id] ?? null }] as const),
  );
}
