import type { HubState, HubStatus } from "./messages.js";

/** What the hub knows. Changed by `nextHub` only. */
export interface Hub {
  readonly tabs: Readonly<Record<string, readonly string[]>>;
  readonly phase: "idle" | "probing" | "opening" | "live" | "waiting" | "signed-out";
  /** Numbers connection attempts, so that late answers of an old one change nothing. */
  readonly attempt: number;
  readonly failures: number;
  readonly cursor: string | null;
  readonly epoch: number;
  readonly openFor: readonly string[];
}

export const emptyHub: Hub = {
  tabs: {},
  phase: "idle",
  attempt: 0,
  failures: 0,
  cursor: null,
  epoch: 1,
  openFor: [],
};

export type HubEvent =
  | { readonly type: "tab-wants"; readonly tab: string; readonly conversations: readonly string[] }
  | { readonly type: "tab-left"; readonly tab: string }
  /** Something suggests trying now: a tab came to the front, the network came back. */
  | { readonly type: "woken" }
  /** The computer slept: a connection that looks open may be dead. */
  | { readonly type: "slept" }
  | { readonly type: "probed"; readonly attempt: number; readonly cursor: string }
  | { readonly type: "refused"; readonly attempt: number }
  | { readonly type: "failed"; readonly attempt: number }
  | { readonly type: "opened"; readonly attempt: number }
  /** The time for opening is over. */
  | { readonly type: "overdue"; readonly attempt: number }
  | { readonly type: "received"; readonly attempt: number; readonly cursor: string }
  | { readonly type: "reset"; readonly attempt: number; readonly cursor: string | null }
  | { readonly type: "waited"; readonly attempt: number };

export type HubEffect =
  | { readonly type: "probe"; readonly attempt: number }
  | {
      readonly type: "open";
      readonly attempt: number;
      readonly cursor: string;
      readonly conversations: readonly string[];
    }
  | { readonly type: "close" }
  | { readonly type: "wait"; readonly attempt: number; readonly failures: number }
  | { readonly type: "tell"; readonly state: HubState };

export interface HubStep {
  readonly hub: Hub;
  readonly effects: readonly HubEffect[];
}

/** Decides; `startHub` acts. An event of another attempt than the present one changes nothing. */
export function nextHub(hub: Hub, event: HubEvent): HubStep {
  if ("attempt" in event && event.attempt !== hub.attempt) return stay(hub);
  switch (event.type) {
    case "tab-wants":
      return withTabs(hub, { ...hub.tabs, [event.tab]: [...event.conversations] });
    case "tab-left":
      return withTabs(hub, without(hub.tabs, event.tab));
    case "woken":
      return hub.phase === "waiting" || hub.phase === "signed-out" ? probe(hub) : stay(hub);
    case "slept":
      return hub.phase === "live" ? probe({ ...hub, epoch: hub.epoch + 1, failures: 1 }) : stay(hub);
    case "probed":
      return afterProbe(hub, event.cursor);
    case "refused":
      return signedOut(hub);
    case "failed":
      return afterFailure(hub);
    case "overdue":
      return hub.phase === "opening" ? afterFailure(hub) : stay(hub);
    case "opened":
      return told({ ...hub, phase: "live", failures: 0 });
    case "received":
      return stay({ ...hub, cursor: event.cursor });
    case "reset":
      return told({ ...hub, epoch: hub.epoch + 1, cursor: event.cursor });
    case "waited":
      return hub.phase === "waiting" ? probe(hub) : stay(hub);
  }
}

/** The next sign-in may be another account's, whose events have another sequence: nothing of this one goes on. */
function signedOut(hub: Hub): HubStep {
  const next: Hub = { ...hub, phase: "signed-out", openFor: [], cursor: null, epoch: hub.epoch + 1 };
  return told(next, [{ type: "close" }]);
}

export function hubState(hub: Hub): HubState {
  const conversations = hub.phase === "live" ? hub.openFor : [];
  return { status: statusOf(hub), epoch: hub.epoch, conversations };
}

function statusOf(hub: Hub): HubStatus {
  if (hub.phase === "live" || hub.phase === "signed-out") return hub.phase;
  return hub.failures > 0 ? "offline" : "connecting";
}

function withTabs(hub: Hub, tabs: Hub["tabs"]): HubStep {
  const next = { ...hub, tabs };
  if (Object.keys(tabs).length === 0) {
    return { hub: { ...next, phase: "idle", attempt: hub.attempt + 1, openFor: [] }, effects: [{ type: "close" }] };
  }
  if (hub.phase === "idle") return probe({ ...next, epoch: hub.epoch + 1, cursor: null, failures: 0 });
  const isOpen = hub.phase === "live" || hub.phase === "opening";
  if (isOpen && !isCovered(next)) return reopen(next);
  return told(next);
}

/** More than wanted is harmless; less is not. */
function isCovered(hub: Hub): boolean {
  return wanted(hub).every((id) => hub.openFor.includes(id));
}

function wanted(hub: Hub): readonly string[] {
  return [...new Set(Object.values(hub.tabs).flat())].sort();
}

function probe(hub: Hub): HubStep {
  const next: Hub = { ...hub, phase: "probing", attempt: hub.attempt + 1, openFor: [] };
  return told(next, [{ type: "close" }, { type: "probe", attempt: next.attempt }]);
}

/** Without a cursor of our own the place to go on from is now, and what was missed must be read again. */
function afterProbe(hub: Hub, cursor: string): HubStep {
  return hub.cursor === null ? open({ ...hub, cursor }, cursor) : open(hub, hub.cursor);
}

function reopen(hub: Hub): HubStep {
  if (hub.cursor === null) return probe({ ...hub, epoch: hub.epoch + 1 });
  const next = { ...hub, attempt: hub.attempt + 1 };
  const step = open(next, hub.cursor);
  return { hub: step.hub, effects: [{ type: "close" }, ...step.effects] };
}

function open(hub: Hub, cursor: string): HubStep {
  const conversations = wanted(hub);
  const next: Hub = { ...hub, phase: "opening", openFor: conversations };
  return { hub: next, effects: [{ type: "open", attempt: next.attempt, cursor, conversations }] };
}

function afterFailure(hub: Hub): HubStep {
  const epoch = hub.phase === "live" || hub.phase === "opening" ? hub.epoch + 1 : hub.epoch;
  const failures = hub.failures + 1;
  const next: Hub = { ...hub, phase: "waiting", epoch, failures, openFor: [] };
  return told(next, [{ type: "close" }, { type: "wait", attempt: next.attempt, failures }]);
}

function told(hub: Hub, effects: readonly HubEffect[] = []): HubStep {
  return { hub, effects: [...effects, { type: "tell", state: hubState(hub) }] };
}

function stay(hub: Hub): HubStep {
  return { hub, effects: [] };
}

function without(tabs: Hub["tabs"], tab: string): Hub["tabs"] {
  return Object.fromEntries(Object.entries(tabs).filter(([id]) => id !== tab));
}
