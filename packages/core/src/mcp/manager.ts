import { randomUUID } from "node:crypto";
import { dirname, join, resolve } from "node:path";
import type { ErrorCode, McpServerConfig, McpServerView } from "@loop/contract";
import { type Clock, systemClock } from "../kit/clock.js";
import { SerialQueue } from "../kit/serial-queue.js";
import type { HostPolicy } from "../policy/host-policy.js";
import { ConfigStore } from "./config-store.js";
import { parseConfig } from "./configuration.js";
import { Connections, type StartReason } from "./connections.js";
import { EraMemory } from "./era-memory.js";
import { type OpenHttpConnection, openDirectConnection } from "./http-connection.js";
import type { CatalogLifetime } from "./lifetime.js";
import { defaultLimits, MAX_CONNECTING, type McpLimits } from "./limits.js";
import { McpManagerError } from "./manager-error.js";
import { ProcessJournal } from "./process-journal.js";
import { type Environment, hostEnvironment } from "./references.js";
import { SchemaValidator } from "./schema-validator.js";
import { fillSecrets } from "./secrets.js";
import { Slots } from "./slots.js";
import { SnapshotMaker } from "./snapshot.js";
import { callTool, notSent } from "./tool-call.js";
import type { ArgumentCheck, McpCallResult, McpTool, McpToolSnapshot, ToolSource } from "./tool-source.js";

export interface McpManagerOptions {
  readonly clock?: Clock;
  readonly newId?: () => string;
  /** What references and the child processes' minimum are read from; Loop's own by default. */
  readonly environment?: Environment;
  /** Where a server without a directory of its own is started (CFG-07); absolute. */
  readonly launchDirectory?: string;
  readonly policy?: Pick<HostPolicy, "transports">;
  readonly limits?: Partial<McpLimits>;
  readonly openHttp?: OpenHttpConnection;
  /**
   * Ids of the servers that connect by themselves, for a program that is about one of them; all where absent. The others
   * are read and saved as ever, but shown as switched off until `retry` names them.
   */
  readonly connectOnly?: readonly string[];
}

/** A server's view changed; null when the server is no more. */
export type McpChange = { readonly serverId: string; readonly view: McpServerView | null };

type Servers = readonly McpServerConfig[];

/**
 * Saved MCP servers: their configuration, their connections in the background and their tools. Management methods
 * reject with `McpManagerError`; nothing of a server's own words is ever in it.
 */
export class McpManager implements ToolSource {
  readonly #store: ConfigStore;
  readonly #queue = new SerialQueue();
  readonly #connections: Connections;
  readonly #journal: ProcessJournal;
  readonly #eras: EraMemory;
  readonly #validator: SchemaValidator;
  readonly #snapshots = new SnapshotMaker();
  readonly #listeners = new Set<(change: McpChange) => void>();
  readonly #transports: HostPolicy["transports"];
  readonly #clock: Clock;
  readonly #limits: McpLimits;
  #closing: Promise<void> | null = null;

  /** Returns at once; loading and discovery go on by themselves (API-01). `file` is mcp.json's path. */
  constructor(file: string, options: McpManagerOptions = {}) {
    const path = resolve(file);
    const newId = options.newId ?? randomUUID;
    this.#clock = options.clock ?? systemClock;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#transports = options.policy?.transports ?? ["stdio", "http"];
    this.#store = new ConfigStore(path);
    this.#journal = new ProcessJournal(join(dirname(path), "mcp-processes"), newId);
    this.#eras = new EraMemory(join(dirname(path), "mcp-eras.json"), () => Date.parse(this.#clock.isoNow()));
    this.#validator = new SchemaValidator({ clock: this.#clock, deadlineMs: this.#limits.validateMs });
    this.#connections = new Connections({
      clock: this.#clock,
      limits: this.#limits,
      environment: options.environment ?? hostEnvironment(),
      launchDirectory: options.launchDirectory ?? process.cwd(),
      journal: this.#journal,
      openHttp: options.openHttp ?? openDirectConnection,
      eras: this.#eras,
      slots: new Slots(MAX_CONNECTING),
      newId,
      connects: (serverId) => options.connectOnly?.includes(serverId) ?? true,
      onChange: (serverId) => this.#announce(serverId),
    });
    void this.#load(); // a failure shows at the next list or save
  }

  /** Waits for writes that were asked for earlier, never for a server (API-02). */
  list(): Promise<McpServerView[]> {
    return this.#run(async () => {
      this.#connections.reconcile(await this.#read(), null);
    });
  }

  /** `create` true: the id must be new; false: it must exist; absent: either (API-03). */
  save(config: McpServerConfig, create?: boolean): Promise<McpServerView[]> {
    return this.#run(async () => {
      const parsed = parseConfig(config);
      if (!parsed.ok) throw new McpManagerError(parsed.code);
      const wanted = parsed.config;
      if (!this.#transports.includes(wanted.transport.type)) throw new McpManagerError("config-invalid");
      await this.#change(wanted.id, "save", (servers) => withServer(servers, wanted, create));
    });
  }

  setEnabled(id: string, enabled: boolean): Promise<McpServerView[]> {
    return this.#run(() =>
      this.#change(id, "enable", (servers) => {
        const found = servers.find((server) => server.id === id);
        if (found === undefined) return { code: "server-unknown" };
        if (found.enabled === enabled) return { servers };
        return { servers: servers.map((server) => (server.id === id ? { ...server, enabled } : server)) };
      }),
    );
  }

  remove(id: string): Promise<McpServerView[]> {
    return this.#run(() =>
      this.#change(id, "save", (servers) => {
        const left = servers.filter((server) => server.id !== id);
        return left.length === servers.length ? { code: "server-unknown" } : { servers: left };
      }),
    );
  }

  /** A fresh discovery of an enabled server, whatever state it is in (API-06). */
  retry(id: string): Promise<McpServerView[]> {
    return this.#run(async () => {
      this.#connections.reconcile(await this.#read(), null);
      const connection = this.#connections.get(id);
      if (connection === null) throw new McpManagerError("server-unknown");
      if (!connection.config.enabled) throw new McpManagerError("server-disabled");
      connection.start(false);
    });
  }

  tools(workspaceRoot: string): readonly McpTool[] {
    return this.snapshot(workspaceRoot).tools;
  }

  snapshot(_workspaceRoot: string): McpToolSnapshot {
    return this.#snapshots.make(this.#connections.ready());
  }

  /** Called at every change of a server's view, until the returned function is called (API-10). */
  subscribe(listener: (change: McpChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  lifetimeOf(tool: McpTool): CatalogLifetime {
    return this.#snapshots.lifetimeOf(tool);
  }

  async validate(tool: McpTool, args: unknown, signal: AbortSignal): Promise<ArgumentCheck> {
    if (typeof args !== "object" || args === null || Array.isArray(args)) {
      return { ok: false, code: "arguments-invalid", path: "", message: "must be object" };
    }
    return this.#validator.check(tool.inputSchema, args, signal);
  }

  async call(tool: McpTool, args: unknown, signal: AbortSignal): Promise<McpCallResult> {
    const binding = this.#snapshots.bindingOf(tool);
    if (binding === null) return notSent("tool-unknown");
    return callTool(binding, args, { clock: this.#clock, callMs: this.#limits.callMs }, signal);
  }

  /** Ends discovery, tools, connections and every process (API-09). Idempotent. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#connections.close();
    await this.#queue.idle();
    await this.#connections.close();
    await Promise.all([this.#validator.close(), this.#journal.close(), this.#eras.close()]);
    this.#listeners.clear();
  }

  async #load(): Promise<void> {
    void this.#journal.reap({ clock: this.#clock, stageMs: this.#limits.stopStageMs }).catch(() => undefined);
    await this.#queue
      .run(async () => {
        await Promise.all([this.#store.tidy(), this.#eras.load()]);
        const servers = await this.#read();
        if (this.#closing === null) this.#connections.reconcile(servers, null);
      })
      .catch(() => undefined);
  }

  /** Servers that this host may not start are as if they were not there. */
  async #read(): Promise<Servers> {
    return this.#allowed(await this.#store.read());
  }

  #allowed(servers: Servers): Servers {
    return servers.filter((server) => this.#transports.includes(server.transport.type));
  }

  /** One after the other, in the order of the calls; ends with fresh views. */
  async #run(task: () => Promise<void>): Promise<McpServerView[]> {
    return this.#queue.run(async () => {
      if (this.#closing !== null) throw new McpManagerError("manager-closed");
      await task();
      return this.#connections.views();
    });
  }

  async #change(
    id: string,
    reason: StartReason,
    change: (servers: Servers) => { readonly servers: Servers } | { readonly code: ErrorCode },
  ): Promise<void> {
    const servers = await this.#store.change(change);
    if (this.#closing === null) this.#connections.reconcile(this.#allowed(servers), { id, reason });
  }

  #announce(serverId: string): void {
    const view = this.#connections?.get(serverId)?.view() ?? null;
    for (const listener of [...this.#listeners]) {
      try {
        listener({ serverId, view });
      } catch {
        // A listener's own failure is its own.
      }
    }
  }
}

function withServer(
  servers: Servers,
  wanted: McpServerConfig,
  create: boolean | undefined,
): { readonly servers: Servers } | { readonly code: ErrorCode } {
  const stored = servers.find((server) => server.id === wanted.id) ?? null;
  if (create === true && stored !== null) return { code: "server-exists" };
  if (create === false && stored === null) return { code: "server-unknown" };
  const filled = fillSecrets(wanted, stored);
  if (!filled.ok) return { code: filled.code };
  if (stored === null) return { servers: [...servers, filled.config] };
  return { servers: servers.map((server) => (server.id === wanted.id ? filled.config : server)) };
}
