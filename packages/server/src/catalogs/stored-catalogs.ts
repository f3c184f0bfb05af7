import type { ErrorCode } from "@loop/contract";
import type { Bus, Clock } from "@loop/core/host";
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
  readonly catalog: StoredCatalog;
  /** Ends the hearing of rings; resolves once they are heard. */
  readonly hearing: Promise<() => void>;
  usedAt: number;
}

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
    const kept = this.#keep(accountId);
    this.#letGo(kept);
    // Rings first: what is changed after the load is heard.
    await kept.hearing;
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
    if (this.#isClosed) throw new Error("the catalogs are closed");
    const { bus, clock, open, report } = this.#options;
    const known = this.#kept.get(accountId);
    if (known !== undefined) {
      known.usedAt = clock.now();
      return known;
    }
    const catalog = open(accountId);
    const hear = () => {
      // What is captured stays until it can be read; each call reads its row itself.
      void catalog.reload().catch(() => report("Stored MCP servers could not be read."));
    };
    const hearing = bus.subscribe(serversTopic(accountId), hear);
    hearing.catch(() => this.#kept.delete(accountId));
    const kept = { catalog, hearing, usedAt: clock.now() };
    this.#kept.set(accountId, kept);
    return kept;
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

async function endKept({ catalog, hearing }: Kept, code: ErrorCode): Promise<void> {
  await hearing.then(
    (stop) => stop(),
    () => undefined,
  );
  await catalog.end(code);
}
