import type { Conversation, ConversationPatch, PermissionPreset } from "@loop/contract";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ApiClient } from "../api/client.js";
import type { Later } from "../api/event-hub/event-hub.js";
import type { ConversationStore } from "./conversation-store.js";
import type { LiveList } from "./live-list.js";

export type Started =
  | { readonly ok: true; readonly conversationId: string }
  | { readonly ok: false; readonly code: string };

export interface SendTarget {
  /** Null for a new conversation. */
  readonly id: string | null;
  /** For a new conversation; null where conversations have none. */
  readonly preset: PermissionPreset | null;
  /** For a new conversation; null for the usual folder. */
  readonly workspace: string | null;
  /** For a new conversation; null follows the account's setting. */
  readonly mcp: boolean | null;
  /** For a new conversation; null for none. */
  readonly personaId: string | null;
}

export interface Resending {
  readonly id: string;
  readonly beforeTurnId: string;
  /** Of the new conversation; "" takes it from the words. */
  readonly title: string;
  readonly text: string;
}

export interface ConversationCommandsOptions {
  readonly api: ApiClient;
  readonly conversations: LiveList<Conversation>;
  readonly open: ConversationStore;
  readonly later: Later;
}

const UNDO_WITHIN_MS = 8_000;
const LONGEST_TITLE = 60;

export class ConversationCommands {
  /** Conversations out of sight that will be deleted unless the person takes it back. */
  readonly deletions: StoreApi<readonly string[]> = createStore<readonly string[]>(() => []);
  readonly #options: ConversationCommandsOptions;

  constructor(options: ConversationCommandsOptions) {
    this.#options = options;
  }

  /** Begins a turn. A refused text leaves nothing behind. */
  async send(text: string, wanted: SendTarget): Promise<Started> {
    const { id } = wanted;
    const target: Started = id === null ? await this.#create(text, wanted) : { ok: true, conversationId: id };
    if (!target.ok) return target;
    return this.#begin(target.conversationId, { text, isNew: id === null });
  }

  /** Sends other words in a new conversation that begins with what happened before the turn. */
  async resend(wanted: Resending): Promise<Started> {
    const { api } = this.#options;
    const { id, beforeTurnId, title, text } = wanted;
    const forked = await api.call("forkConversation", { params: { id }, body: { beforeTurnId, title } });
    if (!forked.ok) return forked;
    this.#take(forked.value.conversation);
    return this.#begin(forked.value.conversation.id, { text, isNew: true });
  }

  async stop(turnId: string): Promise<string | null> {
    const result = await this.#options.api.call("cancelTurn", { params: { id: turnId } });
    return result.ok ? null : result.code;
  }

  async change(id: string, patch: ConversationPatch): Promise<string | null> {
    const result = await this.#options.api.call("updateConversation", { params: { id }, body: patch });
    if (!result.ok) return result.code;
    this.#take(result.value.conversation);
    return null;
  }

  remove(id: string): void {
    this.deletions.setState((all) => [...all, id], true);
    this.#options.later(UNDO_WITHIN_MS, () => this.#deleteNow(id));
  }

  undoRemove(id: string): void {
    this.deletions.setState((all) => all.filter((one) => one !== id), true);
  }

  /** The page is going away: what was to be deleted is deleted now. */
  flush(): void {
    for (const id of this.deletions.getState()) this.#deleteNow(id);
  }

  async #begin(conversationId: string, first: { readonly text: string; readonly isNew: boolean }): Promise<Started> {
    const { api } = this.#options;
    const params = { id: conversationId };
    const started = await api.call("startTurn", { params, body: { text: first.text } });
    if (started.ok) return { ok: true, conversationId };
    if (first.isNew) void api.call("deleteConversation", { params }); // a conversation without its words helps nobody
    return started;
  }

  async #create(text: string, { preset, workspace, mcp, personaId }: SendTarget): Promise<Started> {
    const { api } = this.#options;
    const body = {
      title: titleOf(text),
      ...(preset === null ? {} : { permission: preset }),
      ...(workspace === null ? {} : { workspace }),
      ...(mcp === null ? {} : { mcp }),
      ...(personaId === null ? {} : { personaId }),
    };
    const made = await api.call("createConversation", { body });
    if (!made.ok) return made;
    this.#take(made.value.conversation);
    return { ok: true, conversationId: made.value.conversation.id };
  }

  #take(conversation: Conversation): void {
    this.#options.open.replace(conversation);
    const { id, updatedAt } = conversation;
    this.#options.conversations.receive([{ type: "conversation", at: updatedAt, conversationId: id, conversation }]);
  }

  #deleteNow(id: string): void {
    if (!this.deletions.getState().includes(id)) return;
    const deleted = this.#options.api.call("deleteConversation", { params: { id }, keepalive: true });
    void deleted.then(() => this.undoRemove(id)); // never rejects; a refused one comes back into sight
  }
}

function titleOf(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return [...line].length > LONGEST_TITLE ? `${[...line].slice(0, LONGEST_TITLE - 1).join("")}…` : line;
}
