import { backOffMs } from "./back-off.js";
import { type FromHub, type ToHub, tabLock } from "./messages.js";
import { emptyHub, type HubEffect, type HubEvent, hubState, nextHub } from "./next-hub.js";

export type Later = (ms: number, run: () => void) => () => void;

export interface HubOptions {
  /** Says something to every tab. */
  readonly tell: (message: FromHub) => void;
  readonly later: Later;
  readonly now: () => number;
  readonly random: () => number;
  readonly locks: LockManager;
}

export interface EventHub {
  hear(message: ToHub): void;
}

const GATHER_MS = 16;
const CLOCK_CHECK_MS = 5_000;
const SLEEP_SHOWS_AFTER_MS = 20_000;
const PROBE_WITHIN_MS = 4_000;

/** Holds the one event stream of the browser and gives its events to every tab. */
export function startHub(options: HubOptions): EventHub {
  let hub = emptyHub;
  let source: EventSource | null = null;
  const watched = new Set<string>();
  const gathered = gatherEvents(options);

  const happen = (event: HubEvent) => {
    const step = nextHub(hub, event);
    hub = step.hub;
    for (const effect of step.effects) perform(effect);
  };
  const perform = (effect: HubEffect) => {
    switch (effect.type) {
      case "probe":
        void probe(effect.attempt).then(happen); // never rejects: a failure is an event
        return;
      case "open":
        source = openStream(effect, { happen, deliver: gathered.add });
        return;
      case "close":
        source?.close();
        source = null;
        return;
      case "wait":
        options.later(backOffMs(effect.failures, options.random()), () =>
          happen({ type: "waited", attempt: effect.attempt }),
        );
        return;
      case "tell":
        gathered.flush();
        options.tell({ type: "state", state: effect.state });
        return;
    }
  };
  const watch = (tab: string) => {
    if (watched.has(tab)) return;
    watched.add(tab);
    const gone = () => {
      watched.delete(tab);
      happen({ type: "tab-left", tab });
    };
    void options.locks.request(tabLock(tab), gone).catch(gone); // a refused lock reads as a gone tab
  };
  watchForSleep(options, () => happen({ type: "slept" }));
  return {
    hear(message) {
      if (message.type === "leave") return happen({ type: "tab-left", tab: message.tab });
      if (message.type === "wake") return happen({ type: "woken" });
      happen({ type: "tab-wants", tab: message.tab, conversations: message.conversations });
      options.tell({ type: "state", state: hubState(hub) });
      watch(message.tab);
    },
  };
}

/** Asks Loop for the present cursor; tells "stopped" from "not signed in", which a stream cannot. */
async function probe(attempt: number): Promise<HubEvent> {
  try {
    const response = await fetch("/api/state", { signal: AbortSignal.timeout(PROBE_WITHIN_MS) });
    if (response.status === 401) return { type: "refused", attempt };
    const state: unknown = response.ok ? await response.json() : null;
    const hasCursor = typeof state === "object" && state !== null && "cursor" in state;
    if (!hasCursor || typeof state.cursor !== "string") return { type: "failed", attempt };
    return { type: "probed", attempt, cursor: state.cursor };
  } catch {
    return { type: "failed", attempt };
  }
}

interface StreamListener {
  readonly happen: (event: HubEvent) => void;
  readonly deliver: (event: string) => void;
}

function openStream(effect: Extract<HubEffect, { type: "open" }>, { happen, deliver }: StreamListener): EventSource {
  const { attempt, cursor, conversations } = effect;
  const query = new URLSearchParams([["after", cursor], ...conversations.map((id) => ["conversation", id])]);
  const source = new EventSource(`/api/events?${query.toString()}`);
  source.addEventListener("open", () => happen({ type: "opened", attempt }));
  source.addEventListener("error", () => happen({ type: "failed", attempt }));
  source.addEventListener("reset", (message) =>
    happen({ type: "reset", attempt, cursor: message.lastEventId || null }),
  );
  source.addEventListener("message", (message) => {
    if (message.lastEventId !== "") happen({ type: "received", attempt, cursor: message.lastEventId });
    if (typeof message.data === "string") deliver(message.data);
  });
  return source;
}

/** A burst of events becomes one message a frame. */
function gatherEvents({ tell, later }: HubOptions) {
  let waiting: string[] = [];
  const flush = () => {
    if (waiting.length === 0) return;
    const events = waiting;
    waiting = [];
    tell({ type: "events", events });
  };
  const add = (event: string) => {
    waiting.push(event);
    if (waiting.length === 1) later(GATHER_MS, flush);
  };
  return { add, flush };
}

function watchForSleep({ later, now }: HubOptions, onSlept: () => void): void {
  let last = now();
  const check = () => {
    const time = now();
    if (time - last > SLEEP_SHOWS_AFTER_MS) onSlept();
    last = time;
    later(CLOCK_CHECK_MS, check);
  };
  later(CLOCK_CHECK_MS, check);
}
