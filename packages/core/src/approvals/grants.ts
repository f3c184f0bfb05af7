import type { ErrorCode, Grant } from "@loop/contract";

/** The part of a catalog lifetime that consent depends on. */
export interface GrantLifetime {
  readonly id: string;
  readonly serverId: string;
  readonly signal: AbortSignal;
  readonly isLive: boolean;
  /** Why it ended; null while it lasts. */
  readonly code: ErrorCode | null;
}

export interface EndedGrant {
  readonly grant: Grant;
  readonly code: ErrorCode;
}

export interface GrantsOptions {
  readonly newId: () => string;
  readonly isoNow: () => string;
  /** Told once per grant that ended with its lifetime; never for one a person took back. */
  readonly onEnded: (ended: EndedGrant) => void;
}

interface Held {
  readonly grant: Grant;
  readonly lifetime: GrantLifetime;
  readonly forget: () => void;
}

/**
 * "Allow this tool for this session": in memory only, for one exact tool of one catalog lifetime, with any arguments
 * (GRT-01, GRT-03).
 */
export class SessionGrants {
  readonly #options: GrantsOptions;
  readonly #held = new Map<string, Held>();

  constructor(options: GrantsOptions) {
    this.#options = options;
  }

  /** Null where the lifetime is already over. A second grant for the same tool is the first one. */
  add(lifetime: GrantLifetime, tool: { readonly toolName: string; readonly label: string }): Grant | null {
    if (!lifetime.isLive) return null;
    const known = this.find(lifetime, tool.toolName);
    if (known !== null) return known;
    const { newId, isoNow } = this.#options;
    const { toolName, label } = tool;
    const grant: Grant = { id: newId(), serverId: lifetime.serverId, toolName, label, grantedAt: isoNow() };
    const end = (): void => this.#end(grant.id);
    lifetime.signal.addEventListener("abort", end, { once: true });
    const forget = (): void => lifetime.signal.removeEventListener("abort", end);
    this.#held.set(grant.id, { grant, lifetime, forget });
    return grant;
  }

  /** The grant that covers this tool, compared by lifetime identity and exact name. */
  find(lifetime: GrantLifetime, toolName: string): Grant | null {
    if (!lifetime.isLive) return null;
    for (const { grant, lifetime: held } of this.#held.values()) {
      if (held === lifetime && grant.toolName === toolName) return grant;
    }
    return null;
  }

  list(): readonly Grant[] {
    return [...this.#held.values()].filter(({ lifetime }) => lifetime.isLive).map(({ grant }) => grant);
  }

  /** False when there is no such grant. */
  revoke(id: string): boolean {
    const held = this.#held.get(id);
    held?.forget();
    return this.#held.delete(id);
  }

  clear(): void {
    for (const id of [...this.#held.keys()]) this.revoke(id);
  }

  #end(id: string): void {
    const held = this.#held.get(id);
    if (held === undefined) return;
    this.#held.delete(id);
    this.#options.onEnded({ grant: held.grant, code: held.lifetime.code ?? "catalog-changed" });
  }
}
