import type { ApprovalRequest, ApprovalResult, Conversation, SessionEvent, TurnEvent } from "@loop/contract";
import type { Message } from "../agent/messages.js";
import type { AccountStore } from "./account-store.js";
import type { PersonaStore } from "./persona-store.js";
import type { AccountServerStore } from "./server-store.js";

/** A turn has one runner: whoever holds its lease (law 2). */
export interface TurnLease {
  readonly turnId: string;
  readonly conversationId: string;
  readonly accountId: string;
  readonly owner: string;
}

export interface NewTurn {
  readonly turnId: string;
  readonly conversationId: string;
  readonly accountId: string;
  readonly parentTurnId: string | null;
  readonly owner: string;
  readonly leaseMs: number;
  /** Stored with the turn in one transaction: a turn that exists has its `turn-start`. */
  readonly events: readonly SessionEvent[];
  /** History the turn adds at once, usually the person's message. */
  readonly messages: readonly Message[];
}

/** Thrown by every write of a runner whose lease is gone. It must stop and write nothing more. */
export class LeaseLostError extends Error {
  constructor() {
    super("the lease of this turn is gone");
    this.name = "LeaseLostError";
  }
}

/** An event as stored: `seq` and `conversationId` are set. One rising sequence an account. */
export type StoredEvent = TurnEvent & { readonly seq: number; readonly conversationId: string };

/** The log of turns. Rows are the truth; the bus only rings (law 1). */
export interface TurnStore {
  /** Null when another turn of the conversation is running. */
  begin(turn: NewTurn): Promise<{ lease: TurnLease; events: readonly StoredEvent[] } | null>;
  /**
   * Appends in order, in one transaction guarded by the lease. An `approval-request` also stores its question as
   * pending; an `approval-result` settles it; a `turn-end` ends the turn and frees the conversation.
   */
  append(lease: TurnLease, events: readonly SessionEvent[]): Promise<readonly StoredEvent[]>;
  appendMessages(lease: TurnLease, messages: readonly Message[]): Promise<void>;
  /** False when the lease is gone. */
  renew(lease: TurnLease, leaseMs: number): Promise<boolean>;
  /** Records that this call is about to be sent, under the lease. False: do not send. A call id is recorded once. */
  recordDispatch(lease: TurnLease, callId: string): Promise<boolean>;
  /**
   * Ends every running turn whose lease is over (or, with `all`, every running turn of another owner than `owner`):
   * open questions are settled as refused, a dispatched call ends `interrupted` and may have taken effect, the turn ends
   * `interrupted`. Nothing is repeated (ASK-05).
   */
  reap(options: { readonly owner: string; readonly all: boolean }): Promise<readonly StoredEvent[]>;
  find(accountId: string, turnId: string): Promise<{ conversationId: string; running: boolean } | null>;
}

export interface EventStore {
  /** Events of the account after `seq`, oldest first, at most `limit`; with `conversationId` only that one's. */
  after(query: {
    readonly accountId: string;
    readonly seq: number;
    readonly limit: number;
    readonly conversationId?: string;
    /** Fewer where their bodies would come to more bytes than this; one always comes, so that a reader gets on. */
    readonly maxBytes?: number;
    /** Only events of this type; a server-status is never stored. */
    readonly type?: Exclude<TurnEvent["type"], "server-status">;
    /**
     * Stretches of text may come as one event each, with the last number: quicker, for a reader that folds from the
     * first event on and has nothing folded beyond `seq`.
     */
    readonly joinText?: boolean;
  }): Promise<readonly StoredEvent[]>;
  lastSeq(accountId: string): Promise<number>;
}

export interface ConversationRow extends Conversation {
  readonly accountId: string;
}

export interface ConversationPatch {
  readonly title?: string;
  readonly permission?: Conversation["permission"];
  readonly workspace?: string | null;
  readonly mcp?: boolean | null;
  readonly personaId?: string | null;
}

/** A new conversation that begins with what happened in another one before one of its turns. */
export interface ConversationFork {
  readonly row: Omit<ConversationRow, "runningTurnId" | "updatedAt">;
  /** The id of the other conversation, of the same account. */
  readonly from: string;
  readonly beforeTurnId: string;
  /** An id for each copied turn. */
  readonly newId: () => string;
}

export interface ConversationStore {
  /** Also appends the `conversation` event. */
  create(row: Omit<ConversationRow, "runningTurnId" | "updatedAt">): Promise<ConversationRow>;
  list(accountId: string): Promise<readonly ConversationRow[]>;
  get(accountId: string, id: string): Promise<ConversationRow | null>;
  update(accountId: string, id: string, patch: ConversationPatch): Promise<ConversationRow | null>;
  /**
   * Copies the events and messages of the earlier turns, never a question and never a record of a call: a copy can
   * neither be answered nor sent. Null when the turn is none of that conversation's.
   */
  fork(fork: ConversationFork): Promise<ConversationRow | null>;
  /** Removes the conversation with its turns, events, questions and messages. */
  remove(accountId: string, id: string): Promise<boolean>;
  messages(accountId: string, id: string): Promise<readonly Message[]>;
}

export type AnswerOutcome =
  | { readonly kind: "settled-now"; readonly request: ApprovalRequest }
  | { readonly kind: "already-settled" }
  | { readonly kind: "not-offered" }
  | { readonly kind: "unknown" };

export interface StoredAnswer {
  readonly decision: ApprovalResult["decision"];
  readonly note?: string;
  readonly stopScript?: boolean;
}

/** Questions put to a person. The first answer counts, on whichever replica it arrives (ASK-03). */
export interface ApprovalStore {
  pending(accountId: string): Promise<readonly ApprovalRequest[]>;
  /** Compare-and-set: only a pending question takes an answer, and only one that it offers. */
  answer(accountId: string, id: string, answer: StoredAnswer): Promise<AnswerOutcome>;
  /** "pending" until it is settled, null when there is no such question. The owner of the turn reads it after a ring or on its poll. */
  read(id: string): Promise<StoredAnswer | "pending" | null>;
}

/** Small values of an account or instance, such as the chosen model. */
export interface SettingStore {
  get(accountId: string, key: string): Promise<string | null>;
  set(accountId: string, key: string, value: string | null): Promise<void>;
  /** Sets a value where there is none, and resolves to the one that stands: of several at once the first counts. */
  keep(accountId: string, key: string, value: string): Promise<string>;
}

export interface Stores {
  readonly accounts: AccountStore;
  readonly turns: TurnStore;
  readonly events: EventStore;
  readonly conversations: ConversationStore;
  readonly approvals: ApprovalStore;
  readonly settings: SettingStore;
  readonly personas: PersonaStore;
  readonly servers: AccountServerStore;
  close(): Promise<void>;
}
