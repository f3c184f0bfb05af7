/** `offline` is said only after a connection was lost or could not be made. */
export type HubStatus = "connecting" | "live" | "offline" | "signed-out";

export interface HubState {
  readonly status: HubStatus;
  /** Grows whenever events may have been missed: what was read before must be read again. */
  readonly epoch: number;
  /** Conversations whose events arrive now. */
  readonly conversations: readonly string[];
}

/** From a tab to the one hub of the browser. */
export type ToHub =
  | { readonly type: "want"; readonly tab: string; readonly conversations: readonly string[] }
  | { readonly type: "wake"; readonly tab: string }
  | { readonly type: "leave"; readonly tab: string };

/** From the hub to every tab. */
export type FromHub =
  | { readonly type: "state"; readonly state: HubState }
  /** The JSON of TurnEvents, in order; read by the tab, so that the worker stays small. */
  | { readonly type: "events"; readonly events: readonly string[] }
  /** A new hub took over: every tab says again what it wants. */
  | { readonly type: "roll-call" };

/** A tab holds the lock of this name while it lives; whoever gets the lock knows that the tab is gone. */
export const tabLock = (tab: string) => `loop-tab-${tab}`;
export const HUB_LOCK = "loop-event-hub";
export const HUB_CHANNEL = "loop-event-hub";
