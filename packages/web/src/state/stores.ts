import type {
  ApprovalRequest,
  AppState,
  Conversation,
  Grant,
  McpServerView,
  McpToolView,
  RouteReply,
} from "@loop/contract";
import type { StoreApi } from "zustand/vanilla";
import type { ApiClient } from "../api/client.js";
import type { AnswerStore } from "./answer-store.js";
import type { DraftStore } from "./composer-draft.js";
import type { Connection } from "./connection-store.js";
import type { ConversationCommands } from "./conversation-commands.js";
import type { ConversationStore } from "./conversation-store.js";
import type { LiveList } from "./live-list.js";
import type { ServerCommands } from "./server-commands.js";
import type { ThemeStore } from "./theme-store.js";
import type { ValueStore } from "./value-store.js";

export type Me = Omit<RouteReply<"me">, "cursor">;
export type AccountServers = Omit<RouteReply<"listAccountServers">, "cursor">;
export type AccountToolSettings = RouteReply<"changeToolSettings">;

export interface NewConversation {
  /** Whether it has MCP tools; null follows the account's setting. */
  readonly mcp: boolean | null;
  /** Null for none. */
  readonly personaId: string | null;
}

/** One small store a list, and the commands beside them. */
export interface Stores {
  readonly api: ApiClient;
  readonly connection: StoreApi<Connection>;
  readonly appState: ValueStore<AppState>;
  readonly servers: LiveList<McpServerView>;
  readonly serverCommands: ServerCommands;
  /** The signed-in account; never read where there are none. */
  readonly me: ValueStore<Me>;
  /** Servers of the account, and whether it may add one; never read where servers are the computer's. */
  readonly accountServers: ValueStore<AccountServers>;
  readonly toolSettings: ValueStore<AccountToolSettings>;
  readonly conversations: LiveList<Conversation>;
  readonly conversationCommands: ConversationCommands;
  readonly approvals: LiveList<ApprovalRequest>;
  readonly answers: AnswerStore;
  readonly conversation: ConversationStore;
  readonly grants: ValueStore<readonly Grant[]>;
  readonly tools: ValueStore<readonly McpToolView[]>;
  readonly theme: ThemeStore;
  readonly drafts: DraftStore;
  /** What is chosen for the conversation that does not exist yet. */
  readonly newConversation: StoreApi<NewConversation>;
  /** The question that is to get the focus once its card is there. */
  readonly focusQuestion: StoreApi<{ readonly requestId: string | null }>;
}
