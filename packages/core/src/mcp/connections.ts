import { isDeepStrictEqual } from "node:util";
import type { McpServerConfig, McpServerView } from "@loop/contract";
import { type ConnectionHost, ServerConnection } from "./server-connection.js";
import type { ReadyServer } from "./snapshot.js";

/** Why the configuration of a server was written or read again. */
export type StartReason = "load" | "save" | "enable";

export interface ConnectionsHost extends ConnectionHost {
  /** Whether this server connects by itself. */
  readonly connects: (serverId: string) => boolean;
}

/** One connection a saved server, in the order of the file. */
export class Connections {
  readonly #host: ConnectionsHost;
  readonly #ending = new Set<Promise<void>>();
  #all = new Map<string, ServerConnection>();

  constructor(host: ConnectionsHost) {
    this.#host = host;
  }

  get(id: string): ServerConnection | null {
    return this.#all.get(id) ?? null;
  }

  views(): McpServerView[] {
    return [...this.#all.values()].map((connection) => connection.view());
  }

  ready(): ReadyServer[] {
    return [...this.#all.values()].flatMap((connection) => {
      const { config, ready } = connection;
      return ready === null ? [] : [{ id: config.id, name: config.name, ready }];
    });
  }

  /**
   * Brings the connections in line with the file. `saved` names the server whose save this is: an unchanged connected
   * one stays as it is, an unchanged failed or pending one begins anew (LIF-05). Others follow changes only.
   */
  reconcile(
    servers: readonly McpServerConfig[],
    saved: { readonly id: string; readonly reason: StartReason } | null,
  ): void {
    const before = this.#all;
    this.#all = new Map(servers.map((config) => [config.id, before.get(config.id) ?? this.#create(config)]));
    for (const [id, connection] of before) if (!this.#all.has(id)) this.#end(id, connection);
    for (const config of servers) {
      const connection = this.#all.get(config.id);
      if (connection === undefined) continue;
      const isNew = !before.has(config.id);
      this.#bring(connection, config, { isNew, reason: saved?.id === config.id ? saved.reason : null });
    }
  }

  async close(): Promise<void> {
    const all = [...this.#all.values()];
    for (const connection of all) connection.stop();
    await Promise.all([...all.map((connection) => connection.gone()), ...this.#ending]);
  }

  #create(config: McpServerConfig): ServerConnection {
    return new ServerConnection(config, this.#host);
  }

  #bring(
    connection: ServerConnection,
    config: McpServerConfig,
    { isNew, reason }: { readonly isNew: boolean; readonly reason: StartReason | null },
  ): void {
    const before = connection.config;
    const isSame = !isNew && before.enabled === config.enabled && isDeepStrictEqual(before.transport, config.transport);
    if (!isDeepStrictEqual(before, config)) connection.replaceConfig(config);
    if (!config.enabled || !this.#host.connects(config.id)) {
      if (isNew) this.#host.onChange(config.id);
      else if (!isSame) connection.stop();
      return;
    }
    if (isSame && (reason !== "save" || connection.isConnected)) return;
    connection.start(reason === "save" && config.transport.type === "stdio");
  }

  #end(id: string, connection: ServerConnection): void {
    connection.stop();
    this.#host.onChange(id);
    const gone = connection.gone();
    this.#ending.add(gone);
    void gone.finally(() => this.#ending.delete(gone)); // close never rejects
  }
}
