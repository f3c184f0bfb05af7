import type { ErrorCode } from "@loop/contract";

/**
 * One catalog of one connection, from the moment its list is complete until it is replaced, refreshed or gone.
 * Key of grants, cancellation of open questions and calls, and the check before every dispatch (GRT-03, CAT-06).
 */
export class CatalogLifetime {
  readonly id: string;
  readonly serverId: string;
  readonly #controller = new AbortController();
  #code: ErrorCode | null = null;

  constructor(id: string, serverId: string) {
    this.id = id;
    this.serverId = serverId;
  }

  /** Aborts once, when the lifetime ends. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why it ended; null while it lasts. */
  get code(): ErrorCode | null {
    return this.#code;
  }

  get isLive(): boolean {
    return this.#code === null;
  }

  revoke(code: ErrorCode): void {
    if (this.#code !== null) return;
    this.#code = code;
    this.#controller.abort();
  }
}
