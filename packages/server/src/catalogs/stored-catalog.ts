import type { ErrorCode } from "@loop/contract";
import {
  type AccountServerStore,
  type ArgumentCheck,
  CatalogLifetime,
  type Clock,
  DeadlineError,
  type McpCallResult,
  type McpTool,
  type McpToolSnapshot,
  type SchemaValidator,
  SerialQueue,
  type ToolSource,
  type TurnNotice,
  toFailure,
  withDeadline,
} from "@loop/core/host";
import { type CallConnectionOptions, CallConnections, type HeldConnection } from "./call-connections.js";
import { failedHere, notReached, notSent } from "./call-results.js";
import {
  endOf,
  type LoadedServer,
  loadServers,
  type ShownServer,
  shownTools,
  type ToolBinding,
} from "./loaded-server.js";
import { toolNames } from "./tool-naming.js";
import { promptServer } from "./tool-totals.js";

export interface StoredCatalogOptions extends CallConnectionOptions {
  readonly accountId: string;
  readonly store: Pick<AccountServerStore, "list" | "definitions" | "get">;
  readonly validator: SchemaValidator;
  readonly newId: () => string;
  readonly clock: Clock;
  /** How long after its arguments were checked a question may stand; for so long the rows are watched. */
  readonly watchMs: number;
  readonly pollMs: number;
}

/**
 * The stored catalogs of one account as a source of tools. A turn sees what was loaded when it began; whatever is changed,
 * switched off, suspended or removed since ends what was captured of it at once (SRV-09). It connects for an allowed call
 * alone, and never sends one twice.
 */
export class StoredCatalog implements ToolSource {
  readonly #options: StoredCatalogOptions;
  readonly #queue = new SerialQueue();
  readonly #connections: CallConnections;
  readonly #bindings = new WeakMap<McpTool, ToolBinding>();
  readonly #unknown = new CatalogLifetime("unknown", "");
  #servers: ReadonlyMap<string, LoadedServer> = new Map();
  #shown: readonly ShownServer[] = [];
  #ended: ErrorCode | null = null;
  #running = 0;
  #watchedUntil = 0;
  #stopPoll: (() => void) | null = null;

  constructor(options: StoredCatalogOptions) {
    this.#options = options;
    this.#connections = new CallConnections(options);
    this.#unknown.revoke("tool-unknown");
  }

  /** Holds what was captured against the rows as they are now. Rejects where the store does; then nothing changed. */
  reload(): Promise<void> {
    return this.#queue.run(async () => {
      if (this.#ended !== null) return;
      const { accountId } = this.#options;
      const loaded = await loadServers(accountId, this.#servers, this.#options);
      if (this.#ended === null) this.#apply(loaded);
    });
  }

  /** Every tool of servers and groups that are on, in card order; how many of them a request carries is the turn's policy. */
  snapshot(): McpToolSnapshot {
    const filled = this.#shown.filter(({ tools }) => tools.length > 0);
    return {
      tools: filled.flatMap(({ tools }) => tools),
      servers: filled.map(({ row, tools }) => promptServer(row, tools)),
    };
  }

  /** For the reader of a turn: servers that are switched on and yet left out of it, and why (TML-01). */
  leftOut(): readonly TurnNotice[] {
    return [...this.#servers.values()].flatMap(({ row, obstacle }) => {
      if (obstacle === null || !row.enabled || obstacle === "catalog-changed") return [];
      return [{ code: obstacle, params: { serverId: row.id, serverName: row.label } }];
    });
  }

  lifetimeOf(tool: McpTool): CatalogLifetime {
    return this.#bindings.get(tool)?.lifetime ?? this.#unknown;
  }

  async validate(tool: McpTool, args: unknown, signal: AbortSignal): Promise<ArgumentCheck> {
    // A question comes next.
    this.#watch(this.#options.watchMs);
    if (typeof args !== "object" || args === null || Array.isArray(args)) {
      return { ok: false, code: "arguments-invalid", path: "", message: "must be object" };
    }
    return this.#options.validator.check(tool.inputSchema, args, signal);
  }

  async call(tool: McpTool, args: unknown, signal: AbortSignal): Promise<McpCallResult> {
    const binding = this.#bindings.get(tool);
    if (binding === undefined) return notSent("tool-unknown");
    this.#running += 1;
    this.#watch(0);
    try {
      return await this.#call(binding, args, signal);
    } finally {
      this.#running -= 1;
    }
  }

  /** Whether somebody is being asked, or a call is out, as far as can be told from here. */
  get isInUse(): boolean {
    return this.#running > 0 || this.#options.clock.now() < this.#watchedUntil;
  }

  /** Nothing of the account goes on: questions are refused, calls cancelled, connections cut. */
  async end(code: ErrorCode): Promise<void> {
    this.#ended ??= code;
    this.#stopPoll?.();
    for (const { ready } of this.#servers.values()) ready?.lifetime.revoke(code);
    this.#servers = new Map();
    this.#shown = [];
    await this.#connections.close();
  }

  #apply(loaded: readonly LoadedServer[]): void {
    const isSame =
      loaded.length === this.#servers.size && loaded.every((each) => this.#servers.get(each.row.id) === each);
    if (isSame) return;
    const next = new Map(loaded.map((server) => [server.row.id, server]));
    for (const [id, before] of this.#servers) {
      const code = endOf(before, next.get(id) ?? null);
      if (code === null) continue;
      before.ready?.lifetime.revoke(code);
      this.#connections.drop(id);
    }
    this.#servers = next;
    const names = toolNames(loaded.map(({ row }) => row));
    this.#shown = loaded.map((server) => {
      const own = names.get(server.row.id) ?? new Map<string, string>();
      return { row: server.row, tools: shownTools(server, own, (tool, binding) => this.#bindings.set(tool, binding)) };
    });
  }

  async #call(binding: ToolBinding, args: unknown, signal: AbortSignal): Promise<McpCallResult> {
    const { clock, limits } = this.#options;
    const { lifetime, row, tool } = binding;
    const startedAt = clock.now();
    const refusal = await this.#refusal(binding, signal);
    if (refusal !== null) return refusal;
    const connection = await this.#connect(binding, signal);
    if (!("server" in connection)) return connection;
    try {
      // Connecting may have taken a while.
      const late = await this.#refusal({ lifetime, row, tool }, signal);
      if (late !== null) return late;
      const callMs = Math.max(0, limits.callMs - (clock.now() - startedAt));
      return await connection.server.call({ tool, args, lifetime, callMs }, signal);
    } finally {
      connection.release();
    }
  }

  async #connect({ lifetime, row }: ToolBinding, signal: AbortSignal): Promise<HeldConnection | McpCallResult> {
    const { clock, limits } = this.#options;
    const limit = { clock, ms: limits.callMs, signal, otherSignal: lifetime.signal };
    try {
      return await withDeadline(limit, (inner) => this.#connections.take(row, inner));
    } catch (error) {
      if (signal.aborted) return notSent("call-cancelled");
      if (!lifetime.isLive) return notSent(lifetime.code ?? "catalog-changed");
      return notReached(error instanceof DeadlineError ? "timeout" : toFailure(error).code);
    }
  }

  /** Read right before sending: a replica that missed a ring must not send what was forbidden elsewhere. */
  async #refusal({ lifetime, row }: ToolBinding, signal: AbortSignal): Promise<McpCallResult | null> {
    try {
      const now = await this.#options.store.get(row.accountId, row.id);
      if (now?.revision !== row.revision) await this.reload();
    } catch {
      return failedHere("storage-error");
    }
    if (signal.aborted) return notSent("call-cancelled");
    return lifetime.isLive ? null : notSent(lifetime.code ?? "catalog-changed");
  }

  /** While it is in use, the rows are read again and again, whatever the bus loses. */
  #watch(ms: number): void {
    const { clock } = this.#options;
    this.#watchedUntil = Math.max(this.#watchedUntil, clock.now() + ms);
    if (this.#stopPoll === null && this.#ended === null) this.#poll();
  }

  #poll(): void {
    this.#stopPoll = this.#options.clock.setTimer(this.#options.pollMs, () => {
      this.#stopPoll = null;
      if (!this.isInUse || this.#ended !== null) return;
      // A store that cannot be read now is asked again; a call reads it for itself.
      void this.reload()
        .catch(() => undefined)
        .then(() => {
          if (this.#stopPoll === null && this.#ended === null) this.#poll();
        });
    });
  }
}
