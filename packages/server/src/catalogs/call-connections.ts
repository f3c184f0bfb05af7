import {
  type AccountServerRow,
  type Clock,
  type Era,
  McpFailure,
  type McpLimits,
  type OpenHttpConnection,
  openRemoteServer,
  type RemoteServer,
  type UrlReading,
} from "@loop/core/host";
import type { ServerTokens } from "./server-tokens.js";

export interface CallConnectionOptions {
  readonly clock: Clock;
  readonly limits: McpLimits;
  /** The account's guarded connections. */
  readonly openHttp: OpenHttpConnection;
  /** The rules of addresses without resolving a name; every request is checked again on its way. */
  readonly readAddress: (text: string) => UrlReading;
  readonly tokens: ServerTokens;
  /** How long a connection that nobody uses is kept for the next call. */
  readonly idleMs: number;
}

export interface HeldConnection {
  readonly server: RemoteServer;
  release(): void;
}

interface Entry {
  readonly revision: number;
  readonly abort: AbortController;
  readonly opening: Promise<RemoteServer>;
  users: number;
  stopTimer: () => void;
}

/** Connections of one account for calls: at most one a server, opened for an allowed call and never before. */
export class CallConnections {
  readonly #options: CallConnectionOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #eras = new Map<string, Map<string, Era>>();
  readonly #closing = new Set<Promise<void>>();

  constructor(options: CallConnectionOptions) {
    this.#options = options;
  }

  /** Rejects with a McpFailure or the reason of `signal`. */
  async take(row: AccountServerRow, signal: AbortSignal): Promise<HeldConnection> {
    const entry = this.#entryFor(row);
    entry.stopTimer();
    entry.users += 1;
    let isHeld = true;
    const release = () => {
      if (isHeld) this.#release(row.id, entry);
      isHeld = false;
    };
    try {
      return { server: await untilAborted(entry.opening, signal), release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Ends what is open to the server, at once. */
  drop(serverId: string): void {
    const entry = this.#entries.get(serverId);
    if (entry !== undefined) this.#end(serverId, entry);
  }

  /** Resolves when no socket is left. */
  async close(): Promise<void> {
    for (const serverId of [...this.#entries.keys()]) this.drop(serverId);
    await Promise.all(this.#closing);
  }

  #entryFor(row: AccountServerRow): Entry {
    const known = this.#entries.get(row.id);
    if (known?.revision === row.revision) return known;
    if (known !== undefined) this.#end(row.id, known);
    const abort = new AbortController();
    const onLost = () => this.#end(row.id, entry);
    const opening = this.#open(row, onLost, abort.signal);
    const entry: Entry = { revision: row.revision, abort, opening, users: 0, stopTimer: () => undefined };
    this.#entries.set(row.id, entry);
    // Whoever waits for it is told; the next call tries again.
    opening.catch(() => this.#forget(row.id, entry));
    return entry;
  }

  async #open(row: AccountServerRow, onLost: () => void, signal: AbortSignal): Promise<RemoteServer> {
    const { clock, limits, openHttp, readAddress, tokens } = this.#options;
    const reading = readAddress(row.url);
    if (!reading.ok) throw new McpFailure(reading.code, { notSent: true });
    const token = tokens.open(row);
    if (!token.ok) throw new McpFailure(token.code, { notSent: true });
    const eras = this.#eras.get(row.id) ?? new Map<string, Era>();
    this.#eras.set(row.id, eras);
    const address = { serverId: row.id, url: reading.url, token: token.value };
    return openRemoteServer(address, { clock, limits, openHttp, eras, onLost }, signal);
  }

  #release(serverId: string, entry: Entry): void {
    entry.users -= 1;
    if (entry.users > 0 || this.#entries.get(serverId) !== entry) return;
    entry.stopTimer = this.#options.clock.setTimer(this.#options.idleMs, () => this.#end(serverId, entry));
  }

  #end(serverId: string, entry: Entry): void {
    this.#forget(serverId, entry);
    entry.stopTimer();
    entry.abort.abort();
    const closing = entry.opening.then(
      (server) => server.close(),
      () => undefined,
    );
    this.#closing.add(closing);
    void closing.finally(() => this.#closing.delete(closing)); // `close` never rejects
  }

  #forget(serverId: string, entry: Entry): void {
    if (this.#entries.get(serverId) === entry) this.#entries.delete(serverId);
  }
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const lose = () => reject(signal.reason);
    if (signal.aborted) return lose();
    signal.addEventListener("abort", lose, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", lose));
  });
}
