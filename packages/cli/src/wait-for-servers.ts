import type { McpServerView } from "@loop/contract";
import { pause } from "./timers.js";

const LOOK_EVERY_MS = 50;

export interface ServerWait {
  readonly list: () => Promise<readonly McpServerView[]>;
  readonly withinMs: number;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/** The servers once each is ready, in error or off, or as they are when the time is over. */
export async function waitForServers({ list, withinMs, signal, now }: ServerWait): Promise<readonly McpServerView[]> {
  const until = now() + withinMs;
  let servers = await list();
  while (servers.some(isOnTheWay) && now() < until && !signal.aborted) {
    await pause(Math.min(LOOK_EVERY_MS, Math.max(1, until - now())), signal);
    servers = await list();
  }
  return servers;
}

export function isOnTheWay({ status }: McpServerView): boolean {
  return status === "queued" || status === "connecting" || status === "refreshing";
}
