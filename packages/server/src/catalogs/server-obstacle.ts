import type { ErrorCode } from "@loop/contract";
import type { AccountServerRow, UrlReading } from "@loop/core/host";
import type { ServerTokens } from "./server-tokens.js";

export interface ObstacleRules {
  /** The rules of addresses without resolving a name. */
  readonly readAddress: (text: string) => UrlReading;
  readonly tokens: ServerTokens;
}

/**
 * Why no tool of a server reaches a turn; null when they do. An administrator's decision is told before the owner's own
 * switch, which changes nothing about it (ADM-02). Asks nobody outside.
 */
export function obstacleOf(row: AccountServerRow, { readAddress, tokens }: ObstacleRules): ErrorCode | null {
  if (row.suspended) return "server-suspended";
  if (!row.enabled) return "server-disabled";
  // Also what keeps a row that names no web address from ever being connected (SRV-02).
  const reading = readAddress(row.url);
  if (!reading.ok) return reading.code;
  const token = tokens.open(row);
  return token.ok ? null : token.code;
}
