import type { ApprovalResult, SessionEvent } from "@loop/contract";
import { placeOf } from "./call-place.js";
import { allowedWords, duration, resultLines, sentenceAndStep, toolLabel, whyNotOk } from "./call-words.js";
import { noticeWords } from "./notice-words.js";
import { shortScript } from "./script-lines.js";
import { ScriptRecord } from "./script-record.js";
import type { ScriptShelf } from "./script-shelf.js";
import type { Style } from "./style.js";

type EventOf<Type extends SessionEvent["type"]> = Extract<SessionEvent, { type: Type }>;

interface SeenCall {
  readonly label: string;
  readonly byHand: boolean;
  note: string | null;
}

const RESULT_LINES = 12;
const RESULT_LINES_BY_HAND = 2_000;

/** Turns a session's events into lines for a person. Remembers the calls it saw begin, to name them at their end. */
export class EventRenderer {
  readonly #style: Style;
  readonly #shelf: ScriptShelf | null;
  readonly #calls = new Map<string, SeenCall>();
  readonly #scripts = new Map<string, ScriptRecord>();

  /** `shelf` keeps scripts for /script; null where there is no such command. */
  constructor(style: Style, shelf: ScriptShelf | null = null) {
    this.#style = style;
    this.#shelf = shelf;
  }

  /** Lines of one event; none for streamed text and for questions, which are cards. */
  lines(event: SessionEvent): string[] {
    switch (event.type) {
      case "turn-start":
      case "text-delta":
      case "reasoning-delta":
      case "approval-request":
        return [];
      case "call-start":
        return this.#callStart(event);
      case "approval-result":
        return this.#approvalResult(event);
      case "call-end":
        return this.#callEnd(event);
      case "notice":
        return [this.#style.dim(`! ${noticeWords(event)}`)];
      case "turn-end":
        return this.#turnEnd(event);
      default:
        return unreachable(event);
    }
  }

  /** How people call the script that made this call; null for a call that no script made. */
  scriptNameOf(callId: string): string | null {
    return this.#scriptOf(callId)?.name ?? null;
  }

  #callStart(event: EventOf<"call-start">): string[] {
    const { callId, tool, byHand = false } = event;
    if (tool === "codemode") return this.#scriptStart(event);
    const label = toolLabel(tool);
    const script = this.#scriptOf(callId);
    if (script !== null) {
      script.begin(callId, { ordinal: placeOf(callId)?.ordinal ?? 0, label });
      return [];
    }
    this.#calls.set(callId, { label, byHand, note: null });
    return [this.#style.dim(`→ ${label}`)];
  }

  #scriptStart({ callId, args, byHand = false }: EventOf<"call-start">): string[] {
    const source = sourceOf(args);
    const name = this.#shelf?.add(source) ?? null;
    const label = name === null ? "script" : `script ${name}`;
    this.#calls.set(callId, { label, byHand, note: null });
    this.#scripts.set(callId, new ScriptRecord(name ?? "a script", this.#style));
    const rest = name === null ? "" : `, /script ${name} shows all`;
    return [this.#style.dim(`→ ${label}`), ...shortScript(source, this.#style, rest)];
  }

  #scriptOf(callId: string): ScriptRecord | null {
    const place = placeOf(callId);
    return place === null ? null : (this.#scripts.get(place.outer) ?? null);
  }

  #approvalResult({ callId, result }: EventOf<"approval-result">): string[] {
    const script = this.#scriptOf(callId);
    if (script !== null) {
      script.answered(callId, result);
      return []; // the compact line says so
    }
    const call = this.#calls.get(callId);
    if (call !== undefined) call.note = result.note ?? null;
    return this.#allowedLines(result, call?.label ?? "the call");
  }

  #allowedLines(result: ApprovalResult, label: string): string[] {
    const words = allowedWords(result);
    if (words === null) return []; // its call-end says why not
    if (result.source === "full-access") return [this.#style.dim(`  allowed: ${words}`)];
    if (result.source === "session-grant") return [this.#style.dim(`  allowed: ${label} was allowed for this session`)];
    return [this.#style.dim(`  ${words}: ${label}`)];
  }

  #callEnd(event: EventOf<"call-end">): string[] {
    const script = this.#scriptOf(event.callId);
    if (script !== null) return script.end(event);
    const call = this.#calls.get(event.callId) ?? { label: "the call", byHand: false, note: null };
    const record = this.#scripts.get(event.callId);
    this.#calls.delete(event.callId);
    this.#scripts.delete(event.callId);
    const most = call.byHand ? RESULT_LINES_BY_HAND : RESULT_LINES;
    return [this.#endLine(event, call, record), ...resultLines(event.result ?? [], most)];
  }

  #endLine(event: EventOf<"call-end">, { label, note }: SeenCall, record: ScriptRecord | undefined): string {
    const took = event.durationMs === undefined ? "" : ` (${duration(event.durationMs)})`;
    const calls = record === undefined ? "" : `: ${record.summary()}`;
    if (event.status === "ok") return this.#style.good(`✓ ${label}${calls}${took}`);
    const after = record === undefined ? "" : ` ${capital(record.summary())}.`;
    return this.#style.bad(`✗ ${label}: ${whyNotOk(event, note)}${after}`);
  }

  #turnEnd({ reason, code }: EventOf<"turn-end">): string[] {
    if (reason === "done") return [];
    return [this.#style.bad(`! ${sentenceAndStep(code ?? `turn-${reason}`)}`)];
  }
}

function sourceOf(args: unknown): string {
  if (typeof args !== "object" || args === null || !("script" in args)) return "";
  return typeof args.script === "string" ? args.script : "";
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function unreachable(value: never): never {
  throw new Error(`unknown event ${JSON.stringify(value)}`);
}
