import type { McpServerConfig, McpServerView } from "@loop/contract";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ApiClient, ApiResult } from "../api/client.js";
import type { Later } from "../api/event-hub/event-hub.js";
import { type ConnectingTimes, nextConnectingTimes, OTHER_ATTEMPT_MS, STDIO_SAVE_MS } from "./connecting-since.js";
import type { LiveList } from "./live-list.js";

/** A server that is switched off and will be deleted unless the person takes it back. */
export interface PendingDeletion {
  readonly id: string;
  readonly name: string;
  readonly wasEnabled: boolean;
}

export interface ServerCommandsOptions {
  readonly api: ApiClient;
  readonly servers: LiveList<McpServerView>;
  readonly later: Later;
  readonly now: () => number;
}

const UNDO_WITHIN_MS = 8_000;
type ServersReply = ApiResult<{ readonly servers: readonly McpServerView[] }>;

/** Every command resolves to null, or to the code of its refusal; the answer comes before discovery ends (WEB-06). */
export class ServerCommands {
  readonly deletions: StoreApi<readonly PendingDeletion[]> = createStore<readonly PendingDeletion[]>(() => []);
  readonly times: StoreApi<ConnectingTimes> = createStore<ConnectingTimes>(() => ({}));
  readonly #options: ServerCommandsOptions;
  readonly #limits = new Map<string, number>();

  constructor(options: ServerCommandsOptions) {
    this.#options = options;
    options.servers.store.subscribe(({ items }) => {
      const now = { at: options.now(), limits: Object.fromEntries(this.#limits) };
      this.times.setState((before) => nextConnectingTimes(before, items, now), true);
    });
  }

  async save(config: McpServerConfig, isNew: boolean): Promise<string | null> {
    const { api } = this.#options;
    this.#limits.set(config.id, config.transport.type === "stdio" ? STDIO_SAVE_MS : OTHER_ATTEMPT_MS);
    if (isNew) return this.#take(await api.call("createServer", { body: config }));
    return this.#take(await api.call("replaceServer", { params: { id: config.id }, body: config }));
  }

  async setEnabled(id: string, enabled: boolean): Promise<string | null> {
    this.#limits.set(id, OTHER_ATTEMPT_MS);
    return this.#take(await this.#options.api.call("enableServer", { params: { id }, body: { enabled } }));
  }

  async retry(id: string): Promise<string | null> {
    this.#limits.set(id, OTHER_ATTEMPT_MS);
    return this.#take(await this.#options.api.call("retryServer", { params: { id } }));
  }

  async addSample(): Promise<string | null> {
    return this.#take(await this.#options.api.call("addSampleServer"));
  }

  /** Stops the server at once and deletes it after a while: taking it back loses no secret. */
  async remove({ config }: McpServerView): Promise<string | null> {
    const pending = { id: config.id, name: config.name, wasEnabled: config.enabled };
    this.deletions.setState((all) => [...all.filter((one) => one.id !== config.id), pending], true);
    this.#options.later(UNDO_WITHIN_MS, () => void this.#deleteNow(config.id)); // a refused one comes back into sight
    if (!config.enabled) return null;
    const code = await this.setEnabled(config.id, false);
    if (code !== null) this.#forget(config.id);
    return code;
  }

  async undoRemove(id: string): Promise<string | null> {
    const pending = this.deletions.getState().find((one) => one.id === id);
    this.#forget(id);
    return pending?.wasEnabled === true ? this.setEnabled(id, true) : null;
  }

  /** The page is going away: what was to be deleted is deleted now. */
  flush(): void {
    for (const { id } of this.deletions.getState()) {
      void this.#options.api.call("deleteServer", { params: { id }, keepalive: true }); // nobody is left to tell
    }
    this.deletions.setState([], true);
  }

  #take(reply: ServersReply): string | null {
    if (!reply.ok) return reply.code;
    this.#options.servers.replace(reply.value.servers);
    return null;
  }

  #forget(id: string): void {
    this.deletions.setState((all) => all.filter((one) => one.id !== id), true);
  }

  async #deleteNow(id: string): Promise<void> {
    if (!this.deletions.getState().some((one) => one.id === id)) return;
    this.#take(await this.#options.api.call("deleteServer", { params: { id } }));
    this.#forget(id);
  }
}
