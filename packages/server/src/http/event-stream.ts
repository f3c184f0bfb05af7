import type { ServerResponse } from "node:http";
import type { TurnEvent } from "@loop/contract";
import type { Bus, Clock, EventStore, StoredEvent } from "@loop/core/host";
import { repeat } from "../timers.js";
import { accountTopic } from "../turns/topics.js";
import { cursorOf, type StartingPoint } from "./event-cursor.js";

type ServerStatusEvent = Extract<TurnEvent, { type: "server-status" }>;

export interface StreamParts {
  readonly events: EventStore;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Facts that are pushed and never stored; the returned function ends it. */
  readonly onServerStatus: (accountId: string, hear: (event: ServerStatusEvent) => void) => Promise<() => void>;
  readonly report: (line: string) => void;
}

export interface StreamChoice {
  readonly accountId: string;
  /** Only this conversation's events are read. */
  readonly conversationId: string | null;
  /** A sign-in may end on another server than the one that holds its streams. */
  readonly mayGoOn: () => Promise<boolean>;
  readonly wants: (event: StoredEvent) => boolean;
  readonly wantsServerStatus: boolean;
}

const POLL_MS = 2_000;
const HEARTBEAT_MS = 15_000;
const RETRY_MS = 1_000;
const PAGE = 200;
/** Of a page, which waits in memory for its reader: results of tools have megabytes each. */
const PAGE_BYTES = 1024 * 1024;
const MOST_UNREAD_BYTES = 1024 * 1024;

/**
 * One reader of the log over a raw response. Rows are read from its cursor on, so nothing is sent twice and a lost ring
 * costs a poll; a reader that is slow is waited for, one that stopped reading is dropped and comes back by its cursor.
 */
export class EventStream {
  readonly #outgoing: ServerResponse;
  readonly #parts: StreamParts;
  readonly #choice: StreamChoice;
  readonly #statuses = new Map<string, ServerStatusEvent>();
  readonly #ends: (() => void)[] = [];
  #cursor: number;
  #isPumping = false;
  #pumpAgain = false;
  #isClosed = false;
  #sentBytes = 0;

  constructor(outgoing: ServerResponse, start: StartingPoint, choice: StreamChoice, parts: StreamParts) {
    this.#outgoing = outgoing;
    this.#choice = choice;
    this.#parts = parts;
    this.#cursor = start.seq;
    // The response's own close comes after every kind of disconnect; the request's does not.
    outgoing.once("close", () => this.#stop());
    // A write that meets a connection just broken is no failure of ours; its close follows.
    outgoing.on("error", () => this.#stop());
    outgoing.writeHead(200, {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    });
    // An id without data gives a browser the cursor to come back with before anything happened.
    outgoing.write(`retry: ${RETRY_MS}\nid: ${cursorOf(this.#cursor)}\n\n`);
    if (start.kind === "reset") outgoing.write(`event: reset\nid: ${cursorOf(this.#cursor)}\ndata: {}\n\n`);
  }

  get accountId(): string {
    return this.#choice.accountId;
  }

  /** Goes live. Resolves once rings are heard and the first replay has begun. */
  async open(): Promise<void> {
    const { bus, clock } = this.#parts;
    if (this.#choice.wantsServerStatus) this.#followStatuses();
    this.#endWith(repeat(clock, POLL_MS, () => this.#pump()));
    this.#endWith(repeat(clock, HEARTBEAT_MS, () => this.#beat()));
    this.#endWith(await bus.subscribe(accountTopic(this.#choice.accountId), () => void this.#pump())); // reports itself
    void this.#pump(); // reports itself
  }

  /** Ends the response; the reader comes back by itself. */
  close(): void {
    this.#outgoing.end();
    this.#stop();
  }

  /** Not awaited: what is stored must not wait for what is not. */
  #followStatuses(): void {
    const { onServerStatus, report } = this.#parts;
    onServerStatus(this.#choice.accountId, (event) => this.#hearStatus(event)).then(
      (end) => this.#endWith(end),
      () => report("An event stream goes on without the servers' statuses."),
    );
  }

  #endWith(end: () => void): void {
    if (this.#isClosed) end();
    else this.#ends.push(end);
  }

  #stop(): void {
    this.#isClosed = true;
    for (const end of this.#ends.splice(0)) end();
  }

  /** Only a server's latest status matters, so that a slow reader holds no queue. */
  #hearStatus(event: ServerStatusEvent): void {
    this.#statuses.delete(event.serverId);
    this.#statuses.set(event.serverId, event);
    void this.#pump(); // reports itself
  }

  async #pump(): Promise<void> {
    this.#pumpAgain = true;
    if (this.#isPumping) return;
    this.#isPumping = true;
    try {
      while (this.#pumpAgain && !this.#isClosed) {
        this.#pumpAgain = false;
        await this.#sendStatuses();
        await this.#sendRows();
      }
    } catch {
      this.#parts.report("An event stream could not be read and was closed.");
      this.#outgoing.destroy();
    } finally {
      this.#isPumping = false;
    }
  }

  async #sendStatuses(): Promise<void> {
    for (const [serverId, event] of this.#statuses) {
      this.#statuses.delete(serverId);
      await this.#write(`data: ${JSON.stringify(event)}\n\n`);
    }
  }

  async #sendRows(): Promise<void> {
    const { accountId, conversationId, wants } = this.#choice;
    const only = conversationId === null ? {} : { conversationId };
    for (;;) {
      const page = { seq: this.#cursor, limit: PAGE, maxBytes: PAGE_BYTES };
      const rows = await this.#parts.events.after({ accountId, ...page, ...only });
      for (const row of rows) {
        if (this.#isClosed) return;
        if (wants(row)) await this.#write(`id: ${cursorOf(row.seq)}\ndata: ${JSON.stringify(row)}\n\n`);
        this.#cursor = row.seq;
      }
      if (rows.length === 0 || this.#isClosed) return;
    }
  }

  /** Resolves when the next frame may be written: the reader took this one, or is gone. */
  async #write(frame: string): Promise<void> {
    if (this.#isClosed || this.#outgoing.write(frame)) return;
    await new Promise<void>((resolve) => {
      const go = (): void => {
        this.#outgoing.off("drain", go);
        this.#outgoing.off("close", go);
        resolve();
      };
      this.#outgoing.on("drain", go);
      this.#outgoing.on("close", go);
    });
  }

  /** A sign-in that cannot be asked about counts until it can: the next beat asks again. */
  async #beat(): Promise<void> {
    this.#writeBeat();
    const mayGoOn = await this.#choice.mayGoOn().catch(() => true);
    if (!mayGoOn) this.close();
  }

  #writeBeat(): void {
    const sentBytes = this.#outgoing.socket?.bytesWritten ?? 0;
    const isStuck = this.#outgoing.writableLength > MOST_UNREAD_BYTES && sentBytes === this.#sentBytes;
    this.#sentBytes = sentBytes;
    if (isStuck) this.#outgoing.destroy();
    else if (!this.#outgoing.writableNeedDrain) this.#outgoing.write(`: beat\nid: ${cursorOf(this.#cursor)}\n\n`);
  }
}
