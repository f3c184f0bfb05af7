import {
  type Clock,
  listRemoteTools,
  loadTokenCounter,
  type McpLimits,
  type OpenHttpConnection,
  type UrlReading,
} from "@loop/core/host";
import { failed, ok, type Result } from "../result.js";
import { type TakenList, takenList } from "./taken-list.js";

export interface ServerTesterOptions {
  readonly clock: Clock;
  readonly limits: McpLimits;
  readonly openConnection: (accountId: string) => OpenHttpConnection;
  /** The whole check of an address, with every address its name has (NET-01). */
  readonly checkAddress: (text: string, signal: AbortSignal) => Promise<UrlReading>;
  /** Tests of one account at a time. */
  readonly maxTests: number;
}

export interface ServerTest {
  readonly accountId: string;
  /** As a person typed it. */
  readonly url: string;
  readonly token: string | null;
  readonly slug: string;
  /** Groups that were there before. */
  readonly groups: readonly string[];
}

/** A server that answered, as it may be stored. */
export interface TestedServer extends TakenList {
  /** The address that was reached, in its one spelling. */
  readonly url: string;
}

/** Connects, lists and closes, within the bounds of a discovery (SRV-08). Stores nothing. */
export class ServerTester {
  readonly #options: ServerTesterOptions;
  readonly #running = new Map<string, Set<AbortController>>();

  constructor(options: ServerTesterOptions) {
    this.#options = options;
  }

  /** Every failure is a code; nothing that the server said is in it. */
  async test(test: ServerTest): Promise<Result<TestedServer>> {
    const running = this.#running.get(test.accountId) ?? new Set();
    if (running.size >= this.#options.maxTests) return failed("server-tests-busy");
    this.#running.set(test.accountId, running);
    const abort = new AbortController();
    running.add(abort);
    try {
      return await this.#take(test, abort.signal);
    } finally {
      running.delete(abort);
      if (running.size === 0) this.#running.delete(test.accountId);
    }
  }

  /** Ends what runs for the account; those who wait get a code. */
  stop(accountId: string): void {
    for (const abort of this.#running.get(accountId) ?? []) abort.abort();
  }

  stopAll(): void {
    for (const accountId of [...this.#running.keys()]) this.stop(accountId);
  }

  async #take({ accountId, url, token, slug, groups }: ServerTest, signal: AbortSignal): Promise<Result<TestedServer>> {
    const { clock, limits, openConnection, checkAddress } = this.#options;
    const reading = await checkAddress(url, signal).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    if (reading === null || signal.aborted) return failed("connection-closed");
    if (!reading.ok) return failed(reading.code);
    const address = { serverId: slug, url: reading.url, token };
    const context = { clock, limits, openHttp: openConnection(accountId), eras: new Map() };
    const listing = await listRemoteTools(address, context, signal);
    if (signal.aborted) return failed("connection-closed");
    if (!listing.ok) return failed(listing.code);
    const taken = await takenList(listing.catalog, { slug, groups, counter: await loadTokenCounter() });
    return taken === null ? failed("invalid-catalog") : ok({ ...taken, url: reading.url.href });
  }
}
