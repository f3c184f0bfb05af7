import {
  type Conversation,
  type Entry,
  emptyTimeline,
  foldEvents,
  type SessionEvent,
  type Timeline,
  type TurnEvent,
} from "@loop/contract";
import { createStore, type StoreApi } from "zustand/vanilla";
import { type ApiClient, isPassing } from "../api/client.js";

/** The one conversation this tab shows. */
export interface OpenConversation {
  readonly id: string | null;
  readonly status: "loading" | "ready" | "failed";
  readonly code: string | null;
  readonly conversation: Conversation | null;
  readonly timeline: Timeline;
}

const CLOSED: OpenConversation = {
  id: null,
  status: "loading",
  code: null,
  conversation: null,
  timeline: emptyTimeline,
};

export class ConversationStore {
  readonly store: StoreApi<OpenConversation> = createStore<OpenConversation>(() => CLOSED);
  readonly #api: ApiClient;
  #reading = 0;
  #duringReading: SessionEvent[] | null = null;

  constructor(api: ApiClient) {
    this.#api = api;
  }

  /** Shows another conversation, or none; nothing of the one before stays. */
  open(id: string | null): void {
    if (this.store.getState().id === id) return;
    this.#reading += 1;
    this.#duringReading = null;
    this.store.setState({ ...CLOSED, id });
  }

  /**
   * The latest reading wins; events that arrive meanwhile are folded after it. False where the reading failed and is
   * worth another try.
   */
  async load(): Promise<boolean> {
    const { id } = this.store.getState();
    if (id === null) return true;
    this.#reading += 1;
    const mine = this.#reading;
    this.#duringReading = [];
    const result = await this.#api.call("readConversation", { params: { id } });
    if (mine !== this.#reading) return true;
    const missed: readonly SessionEvent[] = this.#duringReading ?? [];
    this.#duringReading = null;
    if (!result.ok) {
      this.store.setState((state) => failed(state, result.code));
      return !isPassing(result.code);
    }
    const { conversation, timeline, lastSeq } = result.value;
    const read = timelineOf({ conversation, entries: timeline, lastSeq });
    this.store.setState({ status: "ready", code: null, conversation, timeline: foldEvents(missed, read) });
    return true;
  }

  receive(events: readonly TurnEvent[]): void {
    const { id, status, timeline, conversation } = this.store.getState();
    const own = events.filter((event) => isOf(event, id));
    this.#duringReading?.push(...own.filter(isSessionEvent));
    if (status !== "ready" || own.length === 0) return;
    const changed = own.findLast((event) => event.type === "conversation")?.conversation;
    this.store.setState({
      timeline: foldEvents(own.filter(isSessionEvent), timeline),
      conversation: changed === undefined ? conversation : changed,
      ...(changed === null ? { status: "failed", code: "conversation-unknown" } : {}),
    });
  }

  /** A command answered with the conversation as it is now. */
  replace(conversation: Conversation): void {
    if (this.store.getState().id === conversation.id) this.store.setState({ conversation });
  }
}

/** What was read stays readable while Loop is away; a conversation that is gone is gone. */
function failed(state: OpenConversation, code: string): OpenConversation {
  const staysReadable = state.status === "ready" && code !== "conversation-unknown";
  return staysReadable ? { ...state, code } : { ...state, status: "failed", code };
}

interface Reading {
  readonly conversation: Conversation;
  readonly entries: readonly Entry[];
  readonly lastSeq: number;
}

function timelineOf({ conversation, entries, lastSeq }: Reading): Timeline {
  return { ...emptyTimeline, entries, lastSeq, runningTurnId: conversation.runningTurnId };
}

function isOf(event: TurnEvent, id: string | null): boolean {
  return id !== null && event.type !== "server-status" && event.conversationId === id;
}

function isSessionEvent(event: TurnEvent): event is SessionEvent {
  return event.type !== "server-status" && event.type !== "conversation";
}
