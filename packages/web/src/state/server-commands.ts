import type { McpServerConfig, McpServerView } from "@loop/contract";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ApiClient, ApiResult } from "../api/client.js";
import type { Later } from "../api/event-hub/start-hub.js";
import { type ConnectingTimes, nextConnectingTimes, OTHER_ATTEMPT_MS, STDIO_SAVE_MS } from "./connecting-since.js";
import type { LiveList } from "./live-list.js";

/** Servers that are switched off and will be deleted unless the person takes it back. */
export interface PendingDeletion {
  readonly id: string;
  readonly name: string;
  readonly wasEnabled: boolean;
}

export interface ServerCommands {
  readonly deletions: StoreApi<readonly PendingDeletion[]>;
  readonly times: StoreApi<ConnectingTimes>;
  /** Creates or replaces; the answer comes before discovery ends (WEB-06). */
  save(config: McpServerConfig, isNew: boolean): Promise<string | null>;
  setEnabled(id: string, enabled: boolean): Promise<string | null>;
  retry(id: string): Promise<string | null>;
  addSample(): Promise<string | null>;
  /** Stops the server at once and deletes it after a while; nothing secret is lost by taking it back. */
  remove(view: McpServerView): Promise<string | null>;
  undoRemove(id: string): Promise<string | null>;
  /** The page is going away: what was to be deleted is deleted now. */
  flush(): void;
}

export interface ServerCommandsOptions {
  readonly api: ApiClient;
  readonly servers: LiveList<McpServerView>;
  readonly later: Later;
  readonly now: () => number;
}

const UNDO_WITHIN_MS = 8_000;
type ServersReply = ApiResult<{ readonly servers: readonly McpServerView[] }>;

export function createServerCommands({ api, servers, later, now }: ServerCommandsOptions): ServerCommands {
  const deletions = createStore<readonly PendingDeletion[]>(() => []);
  const times = createStore<ConnectingTimes>(() => ({}));
  const limits: Record<string, number> = {};
  const keepTimes = ({ items }: { readonly items: readonly McpServerView[] }) =>
    times.setState((before) => nextConnectingTimes(before, items, { at: now(), limits }), true);
  servers.store.subscribe(keepTimes);

  const take = (reply: ServersReply): string | null => {
    if (!reply.ok) return reply.code;
    servers.replace(reply.value.servers);
    return null;
  };
  const setEnabled = async (id: string, enabled: boolean) => {
    limits[id] = OTHER_ATTEMPT_MS;
    return take(await api.call("enableServer", { params: { id }, body: { enabled } }));
  };
  const forget = (id: string) => deletions.setState((all) => all.filter((one) => one.id !== id), true);
  const deleteNow = async (id: string) => {
    if (!deletions.getState().some((one) => one.id === id)) return;
    take(await api.call("deleteServer", { params: { id } }));
    forget(id);
  };
  return {
    deletions,
    times,
    setEnabled,
    save: async (config, isNew) => {
      limits[config.id] = config.transport.type === "stdio" ? STDIO_SAVE_MS : OTHER_ATTEMPT_MS;
      if (isNew) return take(await api.call("createServer", { body: config }));
      return take(await api.call("replaceServer", { params: { id: config.id }, body: config }));
    },
    retry: async (id) => {
      limits[id] = OTHER_ATTEMPT_MS;
      return take(await api.call("retryServer", { params: { id } }));
    },
    addSample: async () => take(await api.call("addSampleServer")),
    remove: async ({ config }) => {
      const pending = { id: config.id, name: config.name, wasEnabled: config.enabled };
      deletions.setState((all) => [...all.filter((one) => one.id !== config.id), pending], true);
      later(UNDO_WITHIN_MS, () => void deleteNow(config.id)); // a failure shows in the list: the server is still there
      if (!config.enabled) return null;
      const code = await setEnabled(config.id, false);
      if (code !== null) forget(config.id);
      return code;
    },
    undoRemove: async (id) => {
      const pending = deletions.getState().find((one) => one.id === id);
      forget(id);
      return pending?.wasEnabled === true ? setEnabled(id, true) : null;
    },
    flush: () => {
      for (const { id } of deletions.getState()) void api.call("deleteServer", { params: { id }, keepalive: true }); // best effort
      deletions.setState([], true);
    },
  };
}
