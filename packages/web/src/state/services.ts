import type { Grant } from "@loop/contract";
import { createStore } from "zustand/vanilla";
import type { ApiClient, ApiResult } from "../api/client.js";
import type { Later } from "../api/event-hub/event-hub.js";
import type { HubLink } from "../api/event-hub/hub-link.js";
import type { FromHub } from "../api/event-hub/messages.js";
import { createAnswerStore } from "./answer-store.js";
import { type Capabilities, capabilitiesOf } from "./capabilities.js";
import type { DraftStore } from "./composer-draft.js";
import { createConnectionStore } from "./connection-store.js";
import { ConversationCommands } from "./conversation-commands.js";
import { ConversationStore } from "./conversation-store.js";
import { foldApprovals, foldConversations, foldServers, newestFirst } from "./list-folds.js";
import { createLiveList } from "./live-list.js";
import { ServerCommands } from "./server-commands.js";
import type { NewConversation, Stores } from "./stores.js";
import { Sync } from "./sync.js";
import { createTabAccount } from "./tab-account.js";
import type { ThemeStore } from "./theme-store.js";
import { createValueStore } from "./value-store.js";

/** Everything a screen works with. */
export interface Services extends Stores {
  /** Shows a conversation and wants its events; null for none. */
  openConversation(id: string | null): void;
  /** Try to connect now. */
  wake(): void;
  /** Leaves the page and everything in its memory for an address of the app; null for the present one. */
  startOver(path: string | null): void;
  /** After a sign-out nothing of the account stays in this tab. */
  forgetAccount(): void;
}

export interface ServicesOptions {
  readonly api: ApiClient;
  readonly tab: string;
  readonly link: (hear: (message: FromHub) => void) => HubLink;
  readonly later: Later;
  readonly now: () => number;
  readonly theme: ThemeStore;
  readonly drafts: DraftStore;
  readonly startOver: (path: string | null) => void;
  /** Of this tab; what an account leaves there goes with it. */
  readonly storage: Pick<Storage, "getItem" | "setItem" | "clear">;
}

export function createServices(options: ServicesOptions): Services {
  const { api, later, now } = options;
  const conversation = new ConversationStore(api);
  const appState = createValueStore(() => api.call("state"));
  const has = () => capabilitiesOf(appState.store.getState().value);
  const servers = createLiveList({
    read: async () =>
      has().serversOf === "computer" ? map(await api.call("listServers"), (v) => v.servers) : NO_SERVERS,
    fold: foldServers,
  });
  const conversations = createLiveList({
    read: async () => map(await api.call("listConversations"), (value) => newestFirst(value.conversations)),
    fold: foldConversations,
  });
  const stores: Stores = {
    api,
    connection: createConnectionStore(),
    appState,
    servers,
    serverCommands: new ServerCommands({ api, servers, later, now }),
    ...accountStores(api, has),
    conversations,
    conversationCommands: new ConversationCommands({ api, conversations, open: conversation, later }),
    approvals: createLiveList({
      read: async () => map(await api.call("listApprovals"), (value) => value.approvals),
      fold: foldApprovals,
    }),
    answers: createAnswerStore(api),
    conversation,
    grants: createValueStore(async () => (has().hasPresets ? readGrants(api, conversation) : null)),
    tools: createValueStore(async () => map(await api.call("listTools"), (value) => value.tools)),
    theme: options.theme,
    drafts: options.drafts,
    focusQuestion: createStore<{ readonly requestId: string | null }>(() => ({ requestId: null })),
    newConversation: createStore<NewConversation>(() => ({ mcp: null, personaId: null })),
  };
  const sync = new Sync({ stores, tab: options.tab, link: options.link, later });
  const meet = createTabAccount({ storage: options.storage, startOver: () => options.startOver("/") });
  stores.me.store.subscribe(({ value }) => value !== null && meet(value.account.id));
  return {
    ...stores,
    openConversation: (id) => sync.openConversation(id),
    wake: () => sync.wake(),
    startOver: options.startOver,
    forgetAccount: () => options.storage.clear(),
  };
}

const NO_SERVERS = { ok: true, value: [] } as const;

/** What belongs to the signed-in account; a null leaves the store as it is. */
function accountStores(
  api: ApiClient,
  has: () => Capabilities,
): Pick<Stores, "me" | "accountServers" | "toolSettings"> {
  const hasOwnServers = () => has().serversOf === "account";
  return {
    me: createValueStore(async () => (has().hasAccounts ? api.call("me") : null)),
    accountServers: createValueStore(async () => (hasOwnServers() ? api.call("listAccountServers") : null)),
    toolSettings: createValueStore(async () => (hasOwnServers() ? api.call("toolSettings") : null)),
  };
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
