import type { Clock } from "@loop/core/host";
import { Agent, type buildConnector } from "undici";

export interface SocketOptions {
  readonly clock: Clock;
  readonly connect: buildConnector.connector;
  /** How long a socket that nothing uses is kept for the next request. */
  readonly idleMs: number;
  /** For one account to one origin; further requests wait. */
  readonly maxPerOrigin: number;
}

interface Pool {
  readonly agent: Agent;
  users: number;
  stopTimer: () => void;
}

/** Sockets parted by account, and by origin within one: none is ever used for two accounts. */
export class AccountSockets {
  readonly #options: SocketOptions;
  readonly #pools = new Map<string, Pool>();

  constructor(options: SocketOptions) {
    this.#options = options;
  }

  /** `release` gives them back; sockets nobody uses end soon after. */
  take(accountId: string): { readonly agent: Agent; readonly release: () => void } {
    const pool = this.#pools.get(accountId) ?? this.#open(accountId);
    pool.stopTimer();
    pool.users += 1;
    return { agent: pool.agent, release: () => this.#release(accountId, pool) };
  }

  /** Ends every socket of the account at once. */
  async close(accountId: string): Promise<void> {
    const pool = this.#pools.get(accountId);
    if (pool === undefined) return;
    pool.stopTimer();
    this.#pools.delete(accountId);
    await pool.agent.destroy();
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#pools.keys()].map((accountId) => this.close(accountId)));
  }

  #open(accountId: string): Pool {
    const { connect, idleMs, maxPerOrigin } = this.#options;
    // Times of a request are the exchange's; no proxy of the environment is ever asked.
    const agent = new Agent({
      connect,
      allowH2: false,
      pipelining: 1,
      connections: maxPerOrigin,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
    });
    const pool: Pool = { agent, users: 0, stopTimer: () => undefined };
    this.#pools.set(accountId, pool);
    return pool;
  }

  #release(accountId: string, pool: Pool): void {
    pool.users -= 1;
    if (pool.users > 0 || this.#pools.get(accountId) !== pool) return;
    // Settles by itself; the sockets are idle by then.
    pool.stopTimer = this.#options.clock.setTimer(this.#options.idleMs, () => void this.close(accountId));
  }
}
