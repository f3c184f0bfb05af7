import { backOffMs } from "./back-off.js";
import { type FromHub, type ToHub, tabLock } from "./messages.js";
import { emptyHub, type Hub, type HubEffect, type HubEvent, hubState, nextHub } from "./next-hub.js";
import { openStream, probe } from "./stream.js";

export type Later = (ms: number, run: () => void) => () => void;

export interface HubOptions {
  /** Says something to every tab. */
  readonly tell: (message: FromHub) => void;
  readonly later: Later;
  readonly now: () => number;
  readonly random: () => number;
  readonly locks: LockManager;
}

/** A burst of events becomes one message a frame. */
const GATHER_MS = 16;
const OPEN_WITHIN_MS = 4_000;
const CLOCK_CHECK_MS = 5_000;
const SLEEP_SHOWS_AFTER_MS = 20_000;

/** Holds the one event stream of the browser and gives its events to every tab; `nextHub` decides. */
export class EventHub {
  readonly #options: HubOptions;
  readonly #watched = new Set<string>();
  #hub: Hub;
  #source: EventSource | null = null;
  #gathered: string[] = [];
  #checkedAt: number;

  constructor(options: HubOptions) {
    this.#options = options;
    this.#checkedAt = options.now();
    // Epochs of one hub are never those of the next, so that a tab reads again what it may have missed in between.
    this.#hub = { ...emptyHub, epoch: options.now() };
    options.later(CLOCK_CHECK_MS, () => this.#checkClock());
  }

  hear(message: ToHub): void {
    if (message.type === "leave") return this.#happen({ type: "tab-left", tab: message.tab });
    if (message.type === "wake") return this.#happen({ type: "woken" });
    this.#happen({ type: "tab-wants", tab: message.tab, conversations: message.conversations });
    this.#options.tell({ type: "state", state: hubState(this.#hub) });
    this.#watch(message.tab);
  }

  #happen(event: HubEvent): void {
    const step = nextHub(this.#hub, event);
    this.#hub = step.hub;
    for (const effect of step.effects) this.#perform(effect);
  }

  #perform(effect: HubEffect): void {
    switch (effect.type) {
      case "probe":
        void probe(effect.attempt).then((event) => this.#happen(event)); // never rejects: a failure is an event
        return;
      case "open":
        this.#source = openStream(effect, {
          happen: (event) => this.#happen(event),
          deliver: (text) => this.#gather(text),
        });
        this.#options.later(OPEN_WITHIN_MS, () => this.#happen({ type: "overdue", attempt: effect.attempt }));
        return;
      case "close":
        this.#source?.close();
        this.#source = null;
        return;
      case "wait": {
        const { attempt, failures } = effect;
        const ms = backOffMs(failures, this.#options.random());
        this.#options.later(ms, () => this.#happen({ type: "waited", attempt }));
        return;
      }
      case "tell":
        this.#flush();
        this.#options.tell({ type: "state", state: effect.state });
        return;
    }
  }

  /** Whoever gets a tab's lock knows that the tab is gone, however it went. */
  #watch(tab: string): void {
    if (this.#watched.has(tab)) return;
    this.#watched.add(tab);
    const gone = () => {
      this.#watched.delete(tab);
      this.#happen({ type: "tab-left", tab });
    };
    void this.#options.locks.request(tabLock(tab), gone).catch(gone); // a refused lock reads as a gone tab
  }

  #gather(text: string): void {
    this.#gathered.push(text);
    if (this.#gathered.length === 1) this.#options.later(GATHER_MS, () => this.#flush());
  }

  #flush(): void {
    if (this.#gathered.length === 0) return;
    const events = this.#gathered;
    this.#gathered = [];
    this.#options.tell({ type: "events", events });
  }

  #checkClock(): void {
    const time = this.#options.now();
    if (time - this.#checkedAt > SLEEP_SHOWS_AFTER_MS) this.#happen({ type: "slept" });
    this.#checkedAt = time;
    this.#options.later(CLOCK_CHECK_MS, () => this.#checkClock());
  }
}
