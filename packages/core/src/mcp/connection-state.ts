import type { ErrorCode } from "@loop/contract";
import { unreachable } from "@loop/contract";

/**
 * What one server's connection is. `attempt` rises with every start and never comes back, so an answer to an earlier
 * attempt is known by its number. `slots` are the attempts whose slot is still held: an old one may be closing while a
 * new one waits.
 */
export interface ConnectionState {
  readonly attempt: number;
  readonly slots: readonly number[];
  readonly phase: ConnectionPhase;
}

export type ConnectionPhase =
  | { readonly kind: "disabled" }
  | { readonly kind: "queued"; readonly setup: boolean }
  /** `changed`: the server announced a change before its first list was complete. */
  | { readonly kind: "connecting"; readonly changed: boolean }
  | { readonly kind: "ready" }
  /** `again`: another change was announced during this pass. */
  | { readonly kind: "refreshing"; readonly pass: number; readonly again: boolean }
  | { readonly kind: "error"; readonly code: ErrorCode };

export type ConnectionEvent =
  | { readonly type: "start"; readonly setup: boolean }
  | { readonly type: "stop" }
  | { readonly type: "slot-granted"; readonly attempt: number }
  | { readonly type: "catalog-read"; readonly attempt: number }
  | { readonly type: "failed"; readonly attempt: number; readonly code: ErrorCode }
  | { readonly type: "tools-changed"; readonly attempt: number }
  | { readonly type: "refreshed"; readonly attempt: number; readonly pass: number }
  | { readonly type: "refresh-failed"; readonly attempt: number; readonly pass: number }
  | { readonly type: "lost"; readonly attempt: number; readonly code: ErrorCode }
  /** Process and sockets of the attempt do not exist any more. */
  | { readonly type: "gone"; readonly attempt: number };

export type ConnectionEffect =
  | { readonly type: "queue"; readonly attempt: number }
  | { readonly type: "leave-queue"; readonly attempt: number }
  | { readonly type: "release-slot"; readonly attempt: number }
  | { readonly type: "connect"; readonly attempt: number; readonly setup: boolean }
  | { readonly type: "close"; readonly attempt: number }
  | { readonly type: "refresh"; readonly attempt: number; readonly pass: number }
  /** The catalog just read becomes the one that is offered, under a new lifetime. */
  | { readonly type: "activate"; readonly attempt: number }
  | { readonly type: "revoke"; readonly code: ErrorCode };

export interface Transition {
  readonly state: ConnectionState;
  readonly effects: readonly ConnectionEffect[];
}

export const initialConnection: ConnectionState = { attempt: 0, slots: [], phase: { kind: "disabled" } };

/** Decides; touches nothing. An event of another attempt or pass changes nothing but slots (LIF-11, LIF-12, CHG-03). */
export function nextConnection(state: ConnectionState, event: ConnectionEvent): Transition {
  switch (event.type) {
    case "start":
      return start(state, event.setup);
    case "stop":
      return { state: { ...state, phase: { kind: "disabled" } }, effects: leave(state, "server-disabled") };
    case "slot-granted":
      return granted(state, event.attempt);
    case "gone":
      return gone(state, event.attempt);
    default:
      return event.attempt === state.attempt ? current(state, event) : same(state);
  }
}

type AttemptEvent = Exclude<ConnectionEvent, { type: "start" | "stop" | "slot-granted" | "gone" }>;

function current(state: ConnectionState, event: AttemptEvent): Transition {
  const { phase } = state;
  switch (event.type) {
    case "catalog-read":
      return phase.kind === "connecting" ? catalogRead(state, phase.changed) : same(state);
    case "failed":
      return phase.kind === "connecting" ? fail(state, event.code) : same(state);
    case "lost":
      return isConnected(phase) ? fail(state, event.code) : same(state);
    case "tools-changed":
      return toolsChanged(state);
    case "refreshed":
      return phase.kind === "refreshing" && phase.pass === event.pass ? refreshed(state, phase) : same(state);
    case "refresh-failed": {
      const counts = phase.kind === "refreshing" && phase.pass === event.pass;
      return counts ? fail(state, "refresh-failed") : same(state);
    }
    default:
      return unreachable(event);
  }
}

function start(state: ConnectionState, setup: boolean): Transition {
  const attempt = state.attempt + 1;
  return {
    state: { ...state, attempt, phase: { kind: "queued", setup } },
    effects: [...leave(state, "catalog-changed"), { type: "queue", attempt }],
  };
}

/** What the present phase leaves behind when another takes its place. */
function leave(state: ConnectionState, code: ErrorCode): ConnectionEffect[] {
  const { attempt, phase } = state;
  switch (phase.kind) {
    case "disabled":
    case "error":
      return [];
    case "queued":
      return [{ type: "leave-queue", attempt }];
    case "connecting":
    case "refreshing":
      return [{ type: "close", attempt }];
    case "ready":
      return [
        { type: "revoke", code },
        { type: "close", attempt },
      ];
    default:
      return unreachable(phase);
  }
}

function granted(state: ConnectionState, attempt: number): Transition {
  const { phase } = state;
  if (attempt !== state.attempt || phase.kind !== "queued") {
    return { state, effects: [{ type: "release-slot", attempt }] };
  }
  return {
    state: { ...state, slots: [...state.slots, attempt], phase: { kind: "connecting", changed: false } },
    effects: [{ type: "connect", attempt, setup: phase.setup }],
  };
}

function catalogRead(state: ConnectionState, changed: boolean): Transition {
  const { attempt } = state;
  const released = release(state, attempt);
  if (!changed) {
    const phase = { kind: "ready" } as const;
    return { state: { ...released.state, phase }, effects: [...released.effects, { type: "activate", attempt }] };
  }
  const phase = { kind: "refreshing", pass: 1, again: false } as const;
  return { state: { ...released.state, phase }, effects: [...released.effects, { type: "refresh", attempt, pass: 1 }] };
}

function toolsChanged(state: ConnectionState): Transition {
  const { attempt, phase } = state;
  switch (phase.kind) {
    case "connecting":
      return { state: { ...state, phase: { kind: "connecting", changed: true } }, effects: [] };
    case "ready":
      return {
        state: { ...state, phase: { kind: "refreshing", pass: 1, again: false } },
        effects: [
          { type: "revoke", code: "catalog-changed" },
          { type: "refresh", attempt, pass: 1 },
        ],
      };
    case "refreshing":
      return { state: { ...state, phase: { ...phase, again: true } }, effects: [] };
    case "disabled":
    case "queued":
    case "error":
      return same(state);
    default:
      return unreachable(phase);
  }
}

function refreshed(state: ConnectionState, phase: Extract<ConnectionPhase, { kind: "refreshing" }>): Transition {
  const { attempt } = state;
  if (!phase.again) {
    return { state: { ...state, phase: { kind: "ready" } }, effects: [{ type: "activate", attempt }] };
  }
  const pass = phase.pass + 1;
  return {
    state: { ...state, phase: { kind: "refreshing", pass, again: false } },
    effects: [{ type: "refresh", attempt, pass }],
  };
}

function fail(state: ConnectionState, code: ErrorCode): Transition {
  return { state: { ...state, phase: { kind: "error", code } }, effects: leave(state, code) };
}

function gone(state: ConnectionState, attempt: number): Transition {
  const lost = attempt === state.attempt && (isConnected(state.phase) || state.phase.kind === "connecting");
  const settled = lost ? fail(state, "connection-closed") : same(state);
  const released = release(settled.state, attempt);
  return { state: released.state, effects: [...settled.effects, ...released.effects] };
}

function release(state: ConnectionState, attempt: number): Transition {
  if (!state.slots.includes(attempt)) return same(state);
  const slots = state.slots.filter((held) => held !== attempt);
  return { state: { ...state, slots }, effects: [{ type: "release-slot", attempt }] };
}

function isConnected(phase: ConnectionPhase): boolean {
  return phase.kind === "ready" || phase.kind === "refreshing";
}

function same(state: ConnectionState): Transition {
  return { state, effects: [] };
}
