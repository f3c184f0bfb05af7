import type { StoredEvent } from "@loop/core/host";
import { failed, ok, type Result } from "../result.js";
import { AccountPlaces } from "../turns/account-places.js";
import type { StreamRequest } from "./api-handlers.js";
import { startingPoint } from "./event-cursor.js";
import { EventStream, type StreamChoice, type StreamParts } from "./event-stream.js";

/** What every reader of the account hears, whatever conversation it looks at. */
const ACCOUNT_FEED: ReadonlySet<StoredEvent["type"]> = new Set([
  "conversation",
  "turn-start",
  "turn-end",
  "approval-request",
  "approval-result",
] as const);

const MOST_STREAMS = 500;

/** The open streams of this process: counted, and ended together at shutdown. */
export class EventStreams {
  readonly #parts: StreamParts;
  readonly #open = new Set<EventStream>();
  readonly #places: AccountPlaces;

  constructor(parts: StreamParts & { readonly mostOfAccount: number }) {
    this.#parts = parts;
    this.#places = new AccountPlaces(parts.mostOfAccount);
  }

  /** The account feed, and everything of the conversations that the query names. */
  async account(request: StreamRequest): Promise<Result<null>> {
    const named = new Set(request.query.getAll("conversation"));
    return this.#start(request, {
      accountId: request.accountId,
      conversationId: null,
      mayGoOn: request.mayGoOn,
      wants: (event) => ACCOUNT_FEED.has(event.type) || named.has(event.conversationId),
      wantsServerStatus: true,
    });
  }

  /** One conversation's events, for API clients. The conversation is known to exist. */
  async conversation(request: StreamRequest, conversationId: string): Promise<Result<null>> {
    return this.#start(request, {
      accountId: request.accountId,
      conversationId,
      mayGoOn: request.mayGoOn,
      wants: () => true,
      wantsServerStatus: false,
    });
  }

  /** Ends the streams of an account that may not go on. */
  closeAccount(accountId: string): void {
    for (const stream of this.#open) if (stream.accountId === accountId) stream.close();
  }

  /** Accounts with an open stream in this process. */
  accounts(): ReadonlySet<string> {
    return new Set([...this.#open].map((stream) => stream.accountId));
  }

  closeAll(): void {
    for (const stream of this.#open) stream.close();
  }

  async #start(request: StreamRequest, choice: StreamChoice): Promise<Result<null>> {
    if (this.#open.size >= MOST_STREAMS) return failed("busy");
    const leave = this.#places.take(choice.accountId);
    if (leave === null) return failed("busy");
    request.outgoing.once("close", leave);
    const lastEventId = request.incoming.headers["last-event-id"];
    const start = startingPoint({
      lastEventId: typeof lastEventId === "string" ? lastEventId : null,
      after: request.query.get("after"),
      lastSeq: await this.#parts.events.lastSeq(choice.accountId),
    });
    // A reader that is gone by now would never be heard to close.
    if (request.outgoing.closed) return ok(null);
    const stream = new EventStream(request.outgoing, start, choice, this.#parts);
    this.#open.add(stream);
    request.outgoing.once("close", () => this.#open.delete(stream));
    await stream.open();
    return ok(null);
  }
}
