import type { Clock } from "../kit/clock.js";
import { pause, withDeadline } from "../kit/deadline.js";
import { McpFailure, toFailure } from "./failures.js";
import type { Session } from "./server-link.js";
import type { HttpTransport } from "./transport-http.js";

export interface ChangeFollowerOptions {
  readonly clock: Clock;
  readonly onLost: (failure: McpFailure) => void;
  readonly onNotFollowed: () => void;
  /** While the stream was lost a change may have gone by. */
  readonly onReopened: () => void;
}

const acknowledgeMs = 3_000;
/** Waits before a lost stream is opened again; when they are used up it stays lost. */
const reopenAfterMs = [250, 1_000, 4_000];
/** A stream that lasted this long was a good one, and the count begins again. */
const goodStreamMs = 30_000;

/**
 * Keeps the server's announcements coming. A lost stream is opened again a few times, which repeats no initialise and
 * no call; after that a dead connection is reported as such, and a living one as not followed.
 */
export class ChangeFollower {
  readonly #options: ChangeFollowerOptions;
  readonly #stopped = new AbortController();
  #reopen: (() => Promise<void>) | null = null;
  #openedAt: number | null = null;
  #losses = 0;
  #isReopening = false;
  #endedEarly: McpFailure | null | undefined;
  #refusal: McpFailure | null = null;

  constructor(options: ChangeFollowerOptions) {
    this.#options = options;
  }

  stop(): void {
    this.#stopped.abort();
  }

  /** `transport` is null over stdio, where notifications need no stream of their own in the older era. */
  async follow(session: Session, transport: HttpTransport | null, signal: AbortSignal): Promise<void> {
    if (!session.announcesChanges) return;
    if (session.era === "modern") return this.#listen(session, signal);
    if (transport === null) return;
    this.#reopen = () => transport.reopenStream();
    const early = this.#endedEarly;
    if (early !== undefined) this.#lost(early);
  }

  streamOpened(): void {
    this.#openedAt = this.#options.clock.now();
  }

  streamEnded(failure: McpFailure | null): void {
    if (this.#stopped.signal.aborted || this.#isReopening) return;
    if (this.#reopen === null) this.#endedEarly = failure;
    else this.#lost(failure);
  }

  /** A server that had a stream and now knows nothing of it does not know the session either. */
  streamRefused(status: number): void {
    const isSessionLost = this.#openedAt !== null && (status === 404 || status === 400);
    this.#refusal = isSessionLost ? new McpFailure("session-lost", { endsConnection: true }) : null;
  }

  #lost(failure: McpFailure | null): void {
    void this.#recover(failure).catch(() => this.#options.onNotFollowed());
  }

  async #recover(first: McpFailure | null): Promise<void> {
    const { clock } = this.#options;
    if (this.#openedAt !== null && clock.now() - this.#openedAt >= goodStreamMs) this.#losses = 0;
    let last = first;
    this.#isReopening = true;
    while (this.#losses < reopenAfterMs.length) {
      const ms = reopenAfterMs[this.#losses] ?? 0;
      this.#losses += 1;
      await pause({ clock, ms, signal: this.#stopped.signal });
      if (this.#stopped.signal.aborted) return;
      const outcome = await this.#tryReopen();
      if (outcome === null) return this.#options.onReopened();
      last = outcome;
      if (isOver(last)) break;
    }
    this.#isReopening = false;
    if (this.#stopped.signal.aborted) return;
    if (last?.endsConnection) return this.#options.onLost(last);
    this.#options.onNotFollowed();
  }

  /** Null when the stream is open again. */
  async #tryReopen(): Promise<McpFailure | null> {
    try {
      const limit = { clock: this.#options.clock, ms: 10_000, signal: this.#stopped.signal };
      await withDeadline(limit, () => this.#reopen?.() ?? Promise.resolve());
      this.#isReopening = this.#refusal !== null;
      return this.#refusal;
    } catch (error) {
      return toFailure(error);
    }
  }

  async #listen(session: Session, signal: AbortSignal): Promise<void> {
    this.#reopen = () => this.#subscribe(session, this.#stopped.signal);
    try {
      await this.#subscribe(session, signal);
    } catch {
      if (!signal.aborted) this.#lost(null);
    }
  }

  async #subscribe(session: Session, signal: AbortSignal): Promise<void> {
    const limit = { clock: this.#options.clock, ms: acknowledgeMs, signal };
    const subscription = await withDeadline(limit, (inner) =>
      session.client.listen({ toolsListChanged: true }, { timeout: acknowledgeMs * 2, signal: inner }),
    );
    this.streamOpened();
    if (subscription.honoredFilter.toolsListChanged !== true) {
      this.#options.onNotFollowed();
      return;
    }
    void subscription.closed.then((reason) => {
      if (reason !== "local" && !this.#stopped.signal.aborted) this.#lost(null);
    });
  }
}

/** Asking once more cannot help. */
function isOver(failure: McpFailure): boolean {
  return failure.endsConnection && failure.code !== "network-unreachable" && failure.code !== "connection-closed";
}
