import type { ApprovalResult, SessionEvent } from "@loop/contract";
import { allowedWords, duration, whyNotOk } from "./call-words.js";
import type { Style } from "./style.js";

type CallEnd = Extract<SessionEvent, { type: "call-end" }>;

interface NestedCall {
  readonly ordinal: number;
  readonly label: string;
  answer: ApprovalResult | null;
  hasFailed: boolean;
}

/** What the calls of one script came to, one line each and one sum. */
export class ScriptRecord {
  /** As people call it: s1. */
  readonly name: string;
  readonly #style: Style;
  readonly #calls = new Map<string, NestedCall>();

  constructor(name: string, style: Style) {
    this.name = name;
    this.#style = style;
  }

  begin(callId: string, call: { readonly ordinal: number; readonly label: string }): void {
    this.#calls.set(callId, { ...call, answer: null, hasFailed: false });
  }

  answered(callId: string, answer: ApprovalResult): void {
    const call = this.#calls.get(callId);
    if (call !== undefined) call.answer = answer;
  }

  /** The compact line of a call that ended: number, tool, how it went. */
  end(event: CallEnd): string[] {
    const call = this.#calls.get(event.callId);
    if (call === undefined) return [];
    const { ordinal, label, answer } = call;
    const head = `${ordinal}  ${label}`;
    if (event.status !== "ok") {
      call.hasFailed = true;
      return [this.#style.bad(`  ✗ ${head}: ${whyNotOk(event, answer?.note ?? null)}`)];
    }
    const facts = [
      ...(event.durationMs === undefined ? [] : [duration(event.durationMs)]),
      ...(answer === null ? [] : [allowedWords(answer) ?? ""]),
    ];
    return [`  ${this.#style.good("✓")} ${head}${facts.length === 0 ? "" : this.#style.dim(` (${facts.join(", ")})`)}`];
  }

  /** `3 calls: 2 allowed, 1 denied`. */
  summary(): string {
    const calls = [...this.#calls.values()];
    if (calls.length === 0) return "no calls";
    const allowed = calls.filter(({ answer }) => answer !== null && answer.decision !== "denied");
    const denied = calls.filter(({ answer }) => answer?.reason === "user" || answer?.reason === "no-handler");
    const late = calls.filter(({ answer }) => answer?.reason === "timeout");
    const failed = allowed.filter(({ hasFailed }) => hasFailed).length;
    const unsent = calls.length - allowed.length - denied.length - late.length;
    const parts = [
      part(allowed.length, failed === 0 ? "allowed" : `allowed (${failed} failed)`),
      part(denied.length, "denied"),
      part(late.length, "not answered"),
      part(unsent, "not sent"),
    ];
    return `${calls.length} ${calls.length === 1 ? "call" : "calls"}: ${parts.filter(Boolean).join(", ")}`;
  }
}

function part(count: number, words: string): string {
  return count === 0 ? "" : `${count} ${words}`;
}
