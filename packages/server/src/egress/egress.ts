import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import {
  type Clock,
  type OpenHttpConnection,
  systemClock,
  toFailure,
  type UrlReading,
  withDeadline,
} from "@loop/core/host";
import { AccountSockets } from "./account-sockets.js";
import type { AllowedOrigins } from "./allowed-origins.js";
import { checkedConnector, type ResolveName, resolveChecked } from "./checked-connector.js";
import { GuardedConnection, type RedirectRule } from "./guarded-fetch.js";
import { hostOf, readAddress } from "./url-rules.js";

/** Every connection that leaves for an account goes through here: at test, save, update and call (NET-01). */
export interface Egress {
  /**
   * What a person typed: the URL to keep, or the code that says why not. A name is resolved and every address of it is
   * checked. Connecting checks again, since names change.
   */
  check(text: string, signal?: AbortSignal): Promise<UrlReading>;
  /** What core's manager and connections take as `openHttp`. */
  connectionsOf(accountId: string): OpenHttpConnection;
  /** Cuts every connection of the account, at once. */
  closeAccount(accountId: string): Promise<void>;
  close(): Promise<void>;
}

export interface EgressOptions {
  /** Null: public addresses only. Page reading passes null always (NET-02). */
  readonly allowedOrigins: AllowedOrigins | null;
  readonly redirects?: RedirectRule;
  readonly resolve?: ResolveName;
  readonly clock?: Clock;
  readonly limits?: Partial<EgressLimits>;
}

export interface EgressLimits {
  /** To resolve and connect; TLS has the same again. */
  readonly connectMs: number;
  /** One request to the last byte of its answer; longer than any call may take. */
  readonly totalMs: number;
  /** Of one answer. Messages and events have closer limits of their own in core. */
  readonly maxBytes: number;
  readonly idleMs: number;
  readonly maxSocketsPerOrigin: number;
}

export const defaultEgressLimits: EgressLimits = {
  connectMs: 10_000,
  totalMs: 130_000,
  maxBytes: 32 * 1_024 * 1_024,
  idleMs: 4_000,
  maxSocketsPerOrigin: 16,
};

export function createEgress(options: EgressOptions): Egress {
  const { allowedOrigins, clock = systemClock, redirects = "refuse", resolve = resolveBySystem } = options;
  const limits = { ...defaultEgressLimits, ...options.limits };
  const rules = { resolve, publicOnly: allowedOrigins === null };
  const sockets = new AccountSockets({
    clock,
    connect: checkedConnector({ ...rules, connectMs: limits.connectMs }),
    idleMs: limits.idleMs,
    maxPerOrigin: limits.maxSocketsPerOrigin,
  });
  return {
    check: async (text, signal) => {
      const reading = readAddress(text, allowedOrigins);
      if (!reading.ok || allowedOrigins !== null || isIP(hostOf(reading.url)) !== 0) return reading;
      try {
        const limit = { clock, ms: limits.connectMs, signal };
        await withDeadline(limit, () => resolveChecked(hostOf(reading.url), rules));
        return reading;
      } catch (error) {
        if (signal?.aborted) throw error;
        return { ok: false, code: toFailure(error).code };
      }
    },
    connectionsOf: (accountId) => () =>
      new GuardedConnection({
        limits: { clock, totalMs: limits.totalMs, maxBytes: limits.maxBytes },
        allowedOrigins,
        redirects,
        ...sockets.take(accountId),
      }),
    closeAccount: (accountId) => sockets.close(accountId),
    close: () => sockets.closeAll(),
  };
}

const resolveBySystem: ResolveName = async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
};
