import type { InstanceServerView } from "@loop/contract";
import type { AccountServerStore } from "@loop/core/host";
import { failed, ok, type Result } from "../result.js";
import { instanceView } from "./server-view.js";
import type { StoredCatalogs } from "./stored-catalogs.js";

/**
 * What an administrator sees and does of everybody's servers (ADM-01): never a token, never a tool's words. A decision has
 * reached questions and calls of this process when it is answered, and those of other replicas by their ring.
 */
export class Suspensions {
  readonly #store: AccountServerStore;
  readonly #catalogs: StoredCatalogs;

  constructor(store: AccountServerStore, catalogs: StoredCatalogs) {
    this.#store = store;
    this.#catalogs = catalogs;
  }

  async list(): Promise<InstanceServerView[]> {
    return (await this.#store.listAll()).map(instanceView);
  }

  /** Apart from the owner's own switch, which it leaves as it is (ADM-02). */
  async suspend(id: string, suspended: boolean): Promise<Result<InstanceServerView>> {
    const row = await this.#store.suspend(id, suspended);
    if (row === null) return failed("server-unknown");
    await this.#catalogs.changed(row.accountId);
    return ok(instanceView(row));
  }

  async remove(id: string): Promise<Result<Record<string, never>>> {
    const accountId = await this.#store.removeAny(id);
    if (accountId === null) return failed("server-unknown");
    await this.#catalogs.changed(accountId);
    return ok({});
  }
}
