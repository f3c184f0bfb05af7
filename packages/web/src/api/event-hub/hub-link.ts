import { EventHub, type Later } from "./event-hub.js";
import { type FromHub, HUB_CHANNEL, HUB_LOCK, type ToHub, tabLock } from "./messages.js";

/** A tab's line to the hub, wherever that runs. */
export interface HubLink {
  say(message: ToHub): void;
}

export interface HubLinkOptions {
  readonly tab: string;
  readonly hear: (message: FromHub) => void;
  readonly openWorker: (() => SharedWorker) | null;
  readonly later: Later;
  readonly now: () => number;
  readonly random: () => number;
}

/** One stream for the whole browser: in a shared worker, or in whichever tab leads. */
export function linkToHub(options: HubLinkOptions): HubLink {
  const isHeld = holdTabLock(options.tab);
  const link = options.openWorker === null ? linkToLeader(options) : linkToWorker(options, options.openWorker);
  // A hub that hears of a tab before its lock is held would think it gone.
  return { say: (message) => void isHeld.then(() => link.say(message)) };
}

/** Held until the tab is gone, however it goes. */
function holdTabLock(tab: string): Promise<void> {
  return new Promise((resolve) => {
    void navigator.locks.request(tabLock(tab), () => {
      resolve();
      return new Promise<never>(() => {});
    });
  });
}

function linkToWorker({ hear }: HubLinkOptions, openWorker: () => SharedWorker): HubLink {
  const { port } = openWorker();
  port.addEventListener("message", (message: MessageEvent<FromHub>) => hear(message.data));
  port.start();
  return { say: (message) => port.postMessage(message) };
}

type Spoken = { readonly to: "hub"; readonly message: ToHub } | { readonly to: "tabs"; readonly message: FromHub };

function linkToLeader(options: HubLinkOptions): HubLink {
  const channel = new BroadcastChannel(HUB_CHANNEL);
  let ownHub: ((message: ToHub) => void) | null = null;
  channel.addEventListener("message", (event: MessageEvent<Spoken>) => {
    if (event.data.to === "tabs") options.hear(event.data.message);
    else ownHub?.(event.data.message);
  });
  const lead = () => {
    const tell = (message: FromHub) => {
      channel.postMessage({ to: "tabs", message } satisfies Spoken);
      options.hear(message);
    };
    const hub = new EventHub({ ...options, tell, locks: navigator.locks });
    ownHub = (message) => hub.hear(message);
    tell({ type: "roll-call" });
    return new Promise<never>(() => {});
  };
  void navigator.locks.request(HUB_LOCK, lead);
  return {
    say: (message) => {
      if (ownHub !== null) ownHub(message);
      else channel.postMessage({ to: "hub", message } satisfies Spoken);
    },
  };
}
