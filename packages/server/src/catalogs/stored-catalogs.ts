import type { ErrorCode } from "@loop/contract";
import { type Bus, type Clock, withDeadline } from "@loop/core/host";
import { serversTopic } from "../turns/topics.js";
import type { StoredCatalog } from "./stored-catalog.js";

export interface StoredCatalogsOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly open: (accountId: string) => StoredCatalog;
  readonly report: (line: string) => void;
  /** A catalog that no turn asked for in this time is let go; longer than any turn may take. */
  readonly keepMs: number;
}

interface Kept {
  readonly accountId: string;
  readonly catalog: StoredCatalog;
  /** Ends the hearing of rings; null while they are not heard. */
  stopHearing: (() => void) | null;
  usedAt: number;
  isEnded: boolean;
}

/** A bus that does not answer in this time is tried again at the next turn; rows are read all the same. */
const hearWithinMs = 2_000;

/** The catalogs of accounts that are at work in this process. */
export class StoredCatalogs {
  readonly #options: StoredCatalogsOptions;
  readonly #kept = new Map<string, Kept>();
  #isClosed = false;

  constructor(options: StoredCatalogsOptions) {
    this.#options = options;
  }

  /** As stored at this moment. Rejects where the store does. */
  async catalogFor(accountId: string): Promise<StoredCatalog> {
    if (this.#isClosed) throw new Error("the catalogs are closed");
    const kept = this.#keep(accountId);
    kept.usedAt = this.#options.clock.now();
    this.#letGo(kept);
    // Rings first: what is changed after the load is heard.
    if (kept.stopHearing === null) await this.#hear(kept);
    await kept.catalog.reload();
    return kept.catalog;
  }

  /** Something of the account was changed here: what was captured of it ends before the answer. */
  async changed(accountId: string): Promise<void> {
    await this.#kept.get(accountId)?.catalog.reload();
  }

  async end(accountId: string, code: ErrorCode): Promise<void> {
    const kept = this.#kept.get(accountId);
    this.#kept.delete(accountId);
    if (kept !== undefined) await endKept(kept, code);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const all = [...this.#kept.values()];
    this.#kept.clear();
    await Promise.all(all.map((kept) => endKept(kept, "manager-closed")));
  }

  #keep(accountId: string): Kept {
    const known = this.#kept.get(accountId);
    if (known !== undefined) return known;
    const catalog = this.#options.open(accountId);
    const kept = { accountId, catalog, stopHearing: null, usedAt: 0, isEnded: false };
    this.#kept.set(accountId, kept);
    return kept;
  }

  async #hear(kept: Kept): Promise<void> {
    const { bus, clock, report } = this.#options;
    const hear = () => {
      // What is captured stays until it can be read; each call reads its row itself.
      void kept.catalog.reload().catch(() => report("Stored MCP servers could not be read."));
    };
    const subscribing = bus.subscribe(serversTopic(kept.accountId), hear).then((stop) => {
      if (kept.isEnded || kept.stopHearing !== null) stop();
      else kept.stopHearing = stop;
    });
    await withDeadline({ clock, ms: hearWithinMs }, () => subscribing).catch(() =>
      report("Changes of MCP servers on other replicas are not heard right now."),
    );
  }

  #letGo(current: Kept): void {
    const before = this.#options.clock.now() - this.#options.keepMs;
    for (const [accountId, kept] of this.#kept) {
      if (kept === current || kept.usedAt > before || kept.catalog.isInUse) continue;
      this.#kept.delete(accountId);
      void endKept(kept, "catalog-changed"); // never rejects
    }
  }
}

async function endKept(kept: Kept, code: ErrorCode): Promise<void> {
  kept.isEnded = true;
  kept.stopHearing?.();
  await kept.catalog.end(code);
}
