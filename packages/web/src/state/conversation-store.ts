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
import type { ApiClient } from "../api/client.js";

/** The one conversation this tab shows. */
export interface OpenConversation {
  readonly id: string | null;
  readonly status: "loading" | "ready" | "failed";
  readonly code: string | null;
  readonly conversation: Conversation | null;
  readonly timeline: Timeline;
}

export interface ConversationStore {
  readonly store: StoreApi<OpenConversation>;
  /** Shows another conversation, or none; nothing of the one before stays. */
  open(id: string | null): void;
  load(): Promise<void>;
  receive(events: readonly TurnEvent[]): void;
  /** A command answered with the conversation as it is now. */
  replace(conversation: Conversation): void;
}

const CLOSED: OpenConversation = {
  id: null,
  status: "loading",
  code: null,
  conversation: null,
  timeline: emptyTimeline,
};

export function createConversationStore(api: ApiClient): ConversationStore {
  const store = createStore<OpenConversation>(() => CLOSED);
  let reading = 0;
  let duringReading: SessionEvent[] | null = null;

  const open = (id: string | null) => {
    if (store.getState().id === id) return;
    reading += 1;
    duringReading = null;
    store.setState({ ...CLOSED, id });
  };
  const load = async () => {
    const { id } = store.getState();
    if (id === null) return;
    reading += 1;
    const mine = reading;
    duringReading = [];
    const result = await api.call("readConversation", { params: { id } });
    if (mine !== reading) return;
    const missed: readonly SessionEvent[] = duringReading ?? [];
    duringReading = null;
    if (!result.ok) return store.setState((state) => failed(state, result.code));
    const { conversation, timeline, lastSeq } = result.value;
    const read = timelineOf({ conversation, entries: timeline, lastSeq });
    store.setState({ status: "ready", code: null, conversation, timeline: foldEvents(missed, read) });
  };
  const receive = (events: readonly TurnEvent[]) => {
    const { id, status, timeline, conversation } = store.getState();
    const own = events.filter((event) => isOf(event, id));
    duringReading?.push(...own.filter(isSessionEvent));
    const changed = own.findLast((event) => event.type === "conversation")?.conversation;
    if (status !== "ready" || own.length === 0) return;
    store.setState({
      timeline: foldEvents(own.filter(isSessionEvent), timeline),
      conversation: changed === undefined ? conversation : changed,
      ...(changed === null ? { status: "failed", code: "conversation-unknown" } : {}),
    });
  };
  const replace = (conversation: Conversation) => {
    if (store.getState().id === conversation.id) store.setState({ conversation });
  };
  return { store, open, load, receive, replace };
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
