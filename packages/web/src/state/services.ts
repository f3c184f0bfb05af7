import type { Grant } from "@loop/contract";
import { createStore } from "zustand/vanilla";
import type { ApiClient, ApiResult } from "../api/client.js";
import type { Later } from "../api/event-hub/event-hub.js";
import type { HubLink } from "../api/event-hub/hub-link.js";
import type { FromHub } from "../api/event-hub/messages.js";
import { createAnswerStore } from "./answer-store.js";
import type { DraftStore } from "./composer-draft.js";
import { createConnectionStore } from "./connection-store.js";
import { ConversationCommands } from "./conversation-commands.js";
import { ConversationStore } from "./conversation-store.js";
import { foldApprovals, foldConversations, foldServers, newestFirst } from "./list-folds.js";
import { createLiveList } from "./live-list.js";
import { ServerCommands } from "./server-commands.js";
import type { Stores } from "./stores.js";
import { Sync } from "./sync.js";
import type { ThemeStore } from "./theme-store.js";
import { createValueStore } from "./value-store.js";

/** Everything a screen works with. */
export interface Services extends Stores {
  /** Shows a conversation and wants its events; null for none. */
  openConversation(id: string | null): void;
  /** Try to connect now. */
  wake(): void;
}

export interface ServicesOptions {
  readonly api: ApiClient;
  readonly tab: string;
  readonly link: (hear: (message: FromHub) => void) => HubLink;
  readonly later: Later;
  readonly now: () => number;
  readonly theme: ThemeStore;
  readonly drafts: DraftStore;
}

export function createServices(options: ServicesOptions): Services {
  const { api, later, now } = options;
  const conversation = new ConversationStore(api);
  const servers = createLiveList({
    read: async () => map(await api.call("listServers"), (v) => v.servers),
    fold: foldServers,
  });
  const conversations = createLiveList({
    read: async () => map(await api.call("listConversations"), (value) => newestFirst(value.conversations)),
    fold: foldConversations,
  });
  const stores: Stores = {
    api,
    connection: createConnectionStore(),
    appState: createValueStore(() => api.call("state")),
    servers,
    serverCommands: new ServerCommands({ api, servers, later, now }),
    conversations,
    conversationCommands: new ConversationCommands({ api, conversations, open: conversation, later }),
    approvals: createLiveList({
      read: async () => map(await api.call("listApprovals"), (value) => value.approvals),
      fold: foldApprovals,
    }),
    answers: createAnswerStore(api),
    conversation,
    grants: createValueStore(() => readGrants(api, conversation)),
    tools: createValueStore(async () => map(await api.call("listTools"), (value) => value.tools)),
    theme: options.theme,
    drafts: options.drafts,
    focusQuestion: createStore<{ readonly requestId: string | null }>(() => ({ requestId: null })),
  };
  const sync = new Sync({ stores, tab: options.tab, link: options.link, later });
  return { ...stores, openConversation: (id) => sync.openConversation(id), wake: () => sync.wake() };
}

function map<From, To>(result: ApiResult<From>, change: (value: From) => To): ApiResult<To> {
  return result.ok ? { ok: true, value: change(result.value) } : result;
}

async function readGrants(
  api: ApiClient,
  conversation: ConversationStore,
): Promise<ApiResult<readonly Grant[]> | null> {
  const { id } = conversation.store.getState();
  if (id === null) return null;
  return map(await api.call("listGrants", { params: { id } }), (value) => value.grants);
}
