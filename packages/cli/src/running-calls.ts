import type { SessionEvent } from "@loop/contract";
import { placeOf } from "./call-place.js";
import { toolLabel } from "./call-words.js";

const SHOWN_AFTER_MS = 3_000;

interface Running {
  readonly label: string;
  /** Null while a person is asked about it. */
  since: number | null;
}

/** The calls of a turn that are under way, for one row that says how long the last of them has taken. */
export class RunningCalls {
  readonly #calls = new Map<string, Running>();

  hear(event: SessionEvent, nowMs: number): void {
    switch (event.type) {
      case "call-start":
        this.#calls.set(event.callId, { label: labelOf(event), since: nowMs });
        return;
      case "approval-request":
        return this.#setSince(event.callId, null);
      case "approval-result":
        return this.#setSince(event.callId, nowMs);
      case "call-end":
        this.#calls.delete(event.callId);
        return;
      case "turn-end":
        this.#calls.clear();
        return;
      default:
        return;
    }
  }

  /** Null while nothing runs for three seconds, and while a question waits for the person. */
  row(nowMs: number): string | null {
    const calls = [...this.#calls.values()];
    const last = calls.at(-1);
    if (last === undefined || last.since === null) return null;
    const ms = nowMs - last.since;
    return ms < SHOWN_AFTER_MS ? null : `… ${last.label}, ${Math.floor(ms / 1000)} s`;
  }

  #setSince(callId: string, since: number | null): void {
    const call = this.#calls.get(callId);
    if (call !== undefined) call.since = since;
  }
}

function labelOf({ callId, tool }: Extract<SessionEvent, { type: "call-start" }>): string {
  const place = placeOf(callId);
  return place === null ? toolLabel(tool) : `call ${place.ordinal} of the script: ${toolLabel(tool)}`;
}
