import { type Clock, pause } from "@loop/core/host";

/** A connection to the other replicas, as long as it lasts. */
export interface LiveWire {
  /** Never rejects: what cannot be sent is lost. One call at a time. */
  send(texts: readonly string[]): Promise<void>;
  /** Resolves when the connection is of no more use. */
  readonly ended: Promise<void>;
  /** Never rejects. */
  close(): Promise<void>;
}

/** Resolves once texts of other replicas are heard; rejects when no connection can be had. */
export type ConnectWire = (hear: (text: string) => void) => Promise<LiveWire>;

export interface WireOptions {
  readonly connect: ConnectWire;
  readonly hear: (text: string) => void;
  /** The connection is live; with `isBack` after a break, in which something may have been missed. */
  readonly onLive: (isBack: boolean) => void;
  readonly clock: Clock;
  /** One plain line when a break begins, and one when it is over. */
  readonly report: (line: string) => void;
}

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;
/** A subscriber waits no longer than this for a bus that is away: its polls carry it. */
const READY_WITHIN_MS = 2_000;

/** Keeps one connection, and makes another when it breaks, until it is closed. */
export class ReconnectingWire {
  readonly #options: WireOptions;
  readonly #closing = new AbortController();
  readonly #work: Promise<void>;
  #live: LiveWire | null = null;
  #waiting = new AbortController();

  constructor(options: WireOptions) {
    this.#options = options;
    this.#work = this.#keepOpen(); // never rejects
  }

  /** Resolves once the connection is live, or after a moment without one. */
  async ready(): Promise<void> {
    if (this.#live !== null) return;
    await pause({ clock: this.#options.clock, ms: READY_WITHIN_MS, signal: this.#waiting.signal });
  }

  get isLive(): boolean {
    return this.#live !== null;
  }

  async send(texts: readonly string[]): Promise<void> {
    await this.#live?.send(texts);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#waiting.abort();
    await this.#live?.close();
    await this.#work;
  }

  async #keepOpen(): Promise<void> {
    let delayMs = FIRST_DELAY_MS;
    let isBroken = false;
    while (!this.#closing.signal.aborted) {
      const wire = await this.#connect();
      if (wire !== null) {
        delayMs = FIRST_DELAY_MS;
        this.#begin(wire, isBroken);
        await wire.ended;
        this.#live = null;
        this.#waiting = new AbortController();
        await wire.close();
      }
      if (this.#closing.signal.aborted) return;
      if (!isBroken || wire !== null) this.#options.report(BROKEN);
      isBroken = true;
      await pause({ clock: this.#options.clock, ms: delayMs, signal: this.#closing.signal });
      delayMs = Math.min(LONGEST_DELAY_MS, delayMs * 2);
    }
  }

  async #connect(): Promise<LiveWire | null> {
    try {
      const wire = await this.#options.connect(this.#options.hear);
      if (!this.#closing.signal.aborted) return wire;
      await wire.close();
      return null;
    } catch {
      return null;
    }
  }

  #begin(wire: LiveWire, isBack: boolean): void {
    this.#live = wire;
    this.#waiting.abort();
    if (isBack) this.#options.report("Replicas ring each other again.");
    this.#options.onLive(isBack);
  }
}

const BROKEN = "Replicas cannot ring each other now; until they can, each looks for news every two seconds.";
