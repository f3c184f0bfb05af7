import type { TurnEvent } from "@loop/contract";
import type { Later } from "../api/event-hub/event-hub.js";
import type { HubLink } from "../api/event-hub/hub-link.js";
import type { FromHub, HubState } from "../api/event-hub/messages.js";
import { readEvents } from "../api/event-hub/read-events.js";
import type { Stores } from "./stores.js";

export interface SyncOptions {
  readonly stores: Stores;
  readonly tab: string;
  readonly link: (hear: (message: FromHub) => void) => HubLink;
  readonly later: Later;
}

/** Long enough for the stream to open first on any computer, short enough not to be noticed. */
const READ_WITHOUT_STREAM_AFTER_MS = 400;

const READ_AGAIN_AFTER_MS = 800;

interface Readable {
  load(): Promise<boolean>;
}

/** Keeps every store true: reads when the stream is open, so that no event falls between reading and listening. */
export class Sync {
  readonly #stores: Stores;
  readonly #options: SyncOptions;
  readonly #line: HubLink;
  #hub: HubState = { status: "connecting", epoch: 0, conversations: [] };
  #readEpoch: number | null = null;
  #conversationEpoch: number | null = null;

  constructor(options: SyncOptions) {
    this.#options = options;
    this.#stores = options.stores;
    this.#line = options.link((message) => this.#hear(message));
    this.#want();
    // What the instance is changes with no event, so it need not wait for the stream.
    this.#read(this.#stores.appState, () => this.#stateIsRead());
    options.later(READ_WITHOUT_STREAM_AFTER_MS, () => {
      if (this.#readEpoch === null) this.#readLists();
    });
  }

  openConversation(id: string | null): void {
    const { conversation, grants } = this.#stores;
    conversation.open(id);
    grants.replace([]);
    this.#conversationEpoch = null;
    this.#want();
    this.#catchUp();
    if (id === null) return;
    this.#options.later(READ_WITHOUT_STREAM_AFTER_MS, () => {
      const isShown = conversation.store.getState().id === id;
      if (isShown && this.#conversationEpoch === null) this.#readConversation();
    });
  }

  wake(): void {
    this.#line.say({ type: "wake", tab: this.#options.tab });
  }

  #hear(message: FromHub): void {
    if (message.type === "roll-call") return this.#want();
    if (message.type === "events") return receive(this.#stores, readEvents(message.events));
    const wasSignedOut = this.#stores.connection.getState().status === "signed-out";
    this.#hub = message.state;
    this.#stores.connection.setState({ status: message.state.status });
    // Who signed in may be somebody else, whose events come only after that is known.
    if (wasSignedOut && message.state.status !== "signed-out") this.#readLists();
    this.#catchUp();
  }

  #want(): void {
    const { id } = this.#stores.conversation.store.getState();
    this.#line.say({ type: "want", tab: this.#options.tab, conversations: id === null ? [] : [id] });
  }

  /** Reads what may have been missed, once a stream is open that will bring what comes. */
  #catchUp(): void {
    const { status, epoch, conversations } = this.#hub;
    if (status !== "live") return;
    if (this.#readEpoch !== epoch) {
      this.#readEpoch = epoch;
      this.#readLists();
    }
    const { id } = this.#stores.conversation.store.getState();
    if (id === null || !conversations.includes(id) || this.#conversationEpoch === epoch) return;
    this.#conversationEpoch = epoch;
    this.#readConversation();
  }

  /** What the instance is decides which lists there are. */
  #readLists(): void {
    const { appState, me, servers, accountServers, toolSettings, conversations, approvals, tools } = this.#stores;
    this.#read(appState, () => {
      if (appState.store.getState().value === null) return;
      for (const list of [me, servers, accountServers, toolSettings, conversations, approvals, tools]) this.#read(list);
    });
  }

  /** This browser has signed in since the hub was refused. */
  #stateIsRead(): void {
    const { value, code } = this.#stores.appState.store.getState();
    if (value !== null && code === null && this.#hub.status === "signed-out") this.wake();
  }

  #readConversation(): void {
    this.#read(this.#stores.conversation);
    this.#read(this.#stores.grants);
  }

  /** While the stream is open a failed reading is tried again: what is shown must not stay behind what is. */
  #read(part: Readable, then: () => void = () => {}): void {
    const { epoch } = this.#hub;
    void part.load().then((isRead) => {
      if (isRead) return then();
      if (this.#hub.status !== "live" || this.#hub.epoch !== epoch) return;
      this.#options.later(READ_AGAIN_AFTER_MS, () => this.#read(part, then));
    }); // never rejects: a failure is a code in the store
  }
}

function receive(stores: Stores, events: readonly TurnEvent[]): void {
  stores.servers.receive(events);
  stores.conversations.receive(events);
  stores.answers.receive(events, stores.approvals.store.getState().items);
  stores.approvals.receive(events);
  stores.conversation.receive(events);
  if (events.some(changesTools)) void stores.tools.load(); // a failure is a code in the store
  if (events.some((event) => event.type === "server-status")) {
    void stores.accountServers.load(); // as above
    void stores.toolSettings.load(); // as above
  }
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
