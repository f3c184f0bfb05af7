import type { TurnEvent } from "@loop/contract";
import type { HubLink } from "../api/event-hub/hub-link.js";
import type { FromHub, HubState } from "../api/event-hub/messages.js";
import { readEvents } from "../api/event-hub/read-events.js";
import type { Later } from "../api/event-hub/start-hub.js";
import type { Stores } from "./stores.js";

export interface SyncOptions {
  readonly stores: Stores;
  readonly tab: string;
  readonly link: (hear: (message: FromHub) => void) => HubLink;
  readonly later: Later;
}

export interface Sync {
  openConversation(id: string | null): void;
  wake(): void;
}

/** Long enough for the stream to open first on any computer, short enough not to be noticed. */
const READ_WITHOUT_STREAM_AFTER_MS = 400;

/** Keeps every store true: reads when the stream is open, so that no event falls between reading and listening. */
export function startSync({ stores, tab, link, later }: SyncOptions): Sync {
  let readEpoch: number | null = null;
  let conversationRead: { readonly id: string; readonly epoch: number | null } | null = null;
  let hub: HubState = { status: "connecting", epoch: 0, conversations: [] };

  const want = () => {
    const { id } = stores.conversation.store.getState();
    line.say({ type: "want", tab, conversations: id === null ? [] : [id] });
  };
  const readAll = (epoch: number | null) => {
    readEpoch = epoch;
    for (const part of [stores.appState, stores.servers, stores.conversations, stores.approvals, stores.tools]) {
      void part.load(); // a failed reading is kept as a code in the store
    }
  };
  const readConversation = (id: string, epoch: number | null) => {
    conversationRead = { id, epoch };
    void stores.conversation.load(); // as above
    void stores.grants.load(); // as above
  };
  const catchUp = () => {
    if (hub.status !== "live") return;
    if (readEpoch !== hub.epoch) readAll(hub.epoch);
    const { id } = stores.conversation.store.getState();
    if (id === null || !hub.conversations.includes(id)) return;
    if (conversationRead?.id !== id || conversationRead.epoch !== hub.epoch) readConversation(id, hub.epoch);
  };
  const hear = (message: FromHub) => {
    if (message.type === "roll-call") return want();
    if (message.type === "events") return receive(stores, readEvents(message.events));
    hub = message.state;
    stores.connection.setState({ status: hub.status });
    catchUp();
  };
  const line = link(hear);
  want();
  later(READ_WITHOUT_STREAM_AFTER_MS, () => {
    if (readEpoch === null) readAll(null);
  });
  return {
    openConversation: (id) => {
      stores.conversation.open(id);
      stores.grants.replace([]);
      conversationRead = null;
      want();
      catchUp();
      if (id === null) return;
      later(READ_WITHOUT_STREAM_AFTER_MS, () => {
        const isShown = stores.conversation.store.getState().id === id;
        if (isShown && conversationRead === null) readConversation(id, null);
      });
    },
    wake: () => line.say({ type: "wake", tab }),
  };
}

function receive(stores: Stores, events: readonly TurnEvent[]): void {
  stores.servers.receive(events);
  stores.conversations.receive(events);
  stores.answers.receive(events);
  stores.approvals.receive(events);
  stores.conversation.receive(events);
  if (events.some(changesTools)) void stores.tools.load(); // a failed reading is kept as a code in the store
  if (events.some(changesGrants)) void stores.grants.load(); // as above
}

function changesTools(event: TurnEvent): boolean {
  return event.type === "server-status" && event.server?.status !== "connecting" && event.server?.status !== "queued";
}

/** Grants begin with an answer and end with a lifetime or a session (GRT-03). */
function changesGrants(event: TurnEvent): boolean {
  if (event.type === "approval-result") return event.result.decision === "allowed-session";
  return event.type === "server-status" || event.type === "turn-end" || event.type === "conversation";
}
