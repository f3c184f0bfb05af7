import { type Bus, type Clock, pause, type Ring } from "@loop/core/host";
import { createInProcessBus } from "./in-process.js";
import { type ConnectWire, ReconnectingWire } from "./reconnecting-wire.js";
import { decodeBatch, encodeBatches, GatheredRings } from "./ring-batch.js";

export interface SharedBusOptions {
  readonly clock: Clock;
  /** Names this replica among those that ring. */
  readonly newId: () => string;
  /** One plain line when the others cannot be rung, and one when they can again. */
  readonly report: (line: string) => void;
}

const GATHER_MS = 50;
const MOST_GATHERED = 10_000;

export interface WireKind {
  readonly connect: ConnectWire;
  /** The longest text that may be sent. */
  readonly mostBytes: number;
}

/**
 * The doorbell of several replicas: heard here at once, and by the others over a wire, gathered so that a busy replica
 * sends about twenty times a second. Lossy, as every bus.
 */
export class SharedBus implements Bus {
  readonly #local = createInProcessBus();
  readonly #kind: WireKind;
  readonly #clock: Clock;
  readonly #own: string;
  readonly #wire: ReconnectingWire;
  readonly #topics = new Map<string, number>();
  readonly #gathered = new GatheredRings(MOST_GATHERED);
  #isResting = false;
  #isClosed = false;

  constructor(kind: WireKind, { clock, newId, report }: SharedBusOptions) {
    this.#kind = kind;
    this.#clock = clock;
    this.#own = newId();
    this.#wire = new ReconnectingWire({
      connect: kind.connect,
      hear: (text) => this.#hear(text),
      onLive: (isBack) => this.#live(isBack),
      clock,
      report,
    });
  }

  publish(ring: Ring): void {
    if (this.#isClosed) return;
    this.#local.publish(ring);
    this.#gathered.add(ring);
    void this.#send(); // never rejects
  }

  async subscribe(topic: string, hear: (ring: Ring) => void): Promise<() => void> {
    await this.#wire.ready();
    const leave = await this.#local.subscribe(topic, hear);
    this.#count(topic, 1);
    let isHere = true;
    return () => {
      leave();
      if (isHere) this.#count(topic, -1);
      isHere = false;
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#local.close();
    await this.#wire.close();
  }

  #count(topic: string, change: 1 | -1): void {
    const count = (this.#topics.get(topic) ?? 0) + change;
    if (count === 0) this.#topics.delete(topic);
    else this.#topics.set(topic, count);
  }

  #hear(text: string): void {
    const batch = decodeBatch(text);
    if (batch === null || batch.from === this.#own) return;
    for (const ring of batch.rings) this.#local.publish(ring);
  }

  /** What the others rang during a break was not heard here, so whoever listens looks once. */
  #live(isBack: boolean): void {
    if (isBack) for (const topic of this.#topics.keys()) this.#local.publish({ topic, id: topic });
    void this.#send(); // never rejects
  }

  async #send(): Promise<void> {
    if (this.#isResting || this.#isClosed || !this.#wire.isLive || this.#gathered.isEmpty) return;
    this.#isResting = true;
    const texts = encodeBatches({ from: this.#own, rings: this.#gathered.take() }, this.#kind.mostBytes);
    await Promise.all([this.#wire.send(texts), pause({ clock: this.#clock, ms: GATHER_MS })]);
    this.#isResting = false;
    void this.#send(); // never rejects
  }
}
