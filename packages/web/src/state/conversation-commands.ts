import type { Conversation, ConversationPatch, PermissionPreset } from "@loop/contract";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ApiClient } from "../api/client.js";
import type { Later } from "../api/event-hub/start-hub.js";
import type { ConversationStore } from "./conversation-store.js";
import type { LiveList } from "./live-list.js";

export type Started =
  | { readonly ok: true; readonly conversationId: string }
  | { readonly ok: false; readonly code: string };

export interface ConversationCommands {
  /** Conversations out of sight that will be deleted unless the person takes it back. */
  readonly deletions: StoreApi<readonly string[]>;
  /** Begins a turn, in a new conversation where `id` is null. */
  send(text: string, target: { readonly id: string | null; readonly preset: PermissionPreset }): Promise<Started>;
  stop(turnId: string): Promise<string | null>;
  change(id: string, patch: ConversationPatch): Promise<string | null>;
  remove(id: string): void;
  undoRemove(id: string): void;
  flush(): void;
}

export interface ConversationCommandsOptions {
  readonly api: ApiClient;
  readonly conversations: LiveList<Conversation>;
  readonly open: ConversationStore;
  readonly later: Later;
}

const UNDO_WITHIN_MS = 8_000;
const LONGEST_TITLE = 60;

export function createConversationCommands(options: ConversationCommandsOptions): ConversationCommands {
  const { api, conversations, open, later } = options;
  const deletions = createStore<readonly string[]>(() => []);
  const forget = (id: string) => deletions.setState((all) => all.filter((one) => one !== id), true);
  const take = (conversation: Conversation) => {
    open.replace(conversation);
    conversations.receive([
      { type: "conversation", at: conversation.updatedAt, conversationId: conversation.id, conversation },
    ]);
  };
  const create = async (text: string, permission: PermissionPreset): Promise<Started> => {
    const made = await api.call("createConversation", { body: { title: titleOf(text), permission } });
    if (!made.ok) return made;
    take(made.value.conversation);
    return { ok: true, conversationId: made.value.conversation.id };
  };
  const deleteNow = (id: string) => {
    if (!deletions.getState().includes(id)) return;
    void api.call("deleteConversation", { params: { id }, keepalive: true }).then(() => forget(id)); // never rejects
  };
  return {
    deletions,
    send: async (text, { id, preset }) => {
      const target: Started = id === null ? await create(text, preset) : { ok: true, conversationId: id };
      if (!target.ok) return target;
      const started = await api.call("startTurn", { params: { id: target.conversationId }, body: { text } });
      if (started.ok) return target;
      if (id === null) void api.call("deleteConversation", { params: { id: target.conversationId } }); // an empty one helps nobody
      return started;
    },
    stop: async (turnId) => {
      const result = await api.call("cancelTurn", { params: { id: turnId } });
      return result.ok ? null : result.code;
    },
    change: async (id, patch) => {
      const result = await api.call("updateConversation", { params: { id }, body: patch });
      if (!result.ok) return result.code;
      take(result.value.conversation);
      return null;
    },
    remove: (id) => {
      deletions.setState((all) => [...all, id], true);
      later(UNDO_WITHIN_MS, () => deleteNow(id));
    },
    undoRemove: forget,
    flush: () => deletions.getState().forEach(deleteNow),
  };
}

function titleOf(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return [...line].length > LONGEST_TITLE ? `${[...line].slice(0, LONGEST_TITLE - 1).join("")}…` : line;
}
