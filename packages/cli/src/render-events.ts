import { type ContentBlock, errorText, type SessionEvent, type ToolRef } from "@loop/contract";
import { indent } from "./render-card.js";
import type { Style } from "./style.js";
import { visibleBlock, visibleLine } from "./visible-text.js";

type EventOf<Type extends SessionEvent["type"]> = Extract<SessionEvent, { type: Type }>;

const RESULT_LINES = 12;
const RESULT_LINES_BY_HAND = 2_000;

/** Turns a session's events into lines for a person. Remembers the calls it saw begin, to name them at their end. */
export class EventRenderer {
  readonly #style: Style;
  readonly #calls = new Map<string, { readonly label: string; readonly byHand: boolean }>();

  constructor(style: Style) {
    this.#style = style;
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
        return [this.#style.dim(`! ${sentence(event.code)}`)];
      case "turn-end":
        return this.#turnEnd(event);
      default:
        return unreachable(event);
    }
  }

  #callStart(event: EventOf<"call-start">): string[] {
    const label = toolLabel(event.tool);
    this.#calls.set(event.callId, { label, byHand: event.byHand === true });
    return [this.#style.dim(`→ ${label}`)];
  }

  #label(callId: string): string {
    return this.#calls.get(callId)?.label ?? "the call";
  }

  #approvalResult({ callId, result }: EventOf<"approval-result">): string[] {
    const label = this.#label(callId);
    if (result.decision === "denied") return []; // its call-end says so
    if (result.source === "full-access") return [this.#style.dim(`  allowed: full access`)];
    if (result.source === "session-grant") return [this.#style.dim(`  allowed: ${label} was allowed for this session`)];
    if (result.decision === "allowed-session") return [this.#style.dim(`  allowed for this session: ${label}`)];
    return [this.#style.dim(`  allowed once: ${label}`)];
  }

  #callEnd(event: EventOf<"call-end">): string[] {
    const call = this.#calls.get(event.callId) ?? { label: "the call", byHand: false };
    this.#calls.delete(event.callId);
    const took = event.durationMs === undefined ? "" : ` (${duration(event.durationMs)})`;
    const isGood = event.status === "ok";
    const head = isGood
      ? this.#style.good(`✓ ${call.label}${took}`)
      : this.#style.bad(`✗ ${call.label}: ${why(event)}`);
    const most = call.byHand ? RESULT_LINES_BY_HAND : RESULT_LINES;
    return [head, ...resultLines(event.result ?? [], most)];
  }

  #turnEnd({ reason, code }: EventOf<"turn-end">): string[] {
    if (reason === "done") return [];
    return [this.#style.bad(`! ${sentenceAndStep(code ?? `turn-${reason}`)}`)];
  }
}

export function toolLabel(tool: ToolRef): string {
  if (tool === "codemode") return "script";
  if ("builtin" in tool) return visibleLine(tool.builtin);
  return `${visibleLine(tool.serverId)} · ${visibleLine(tool.toolName)}`;
}

function why(event: EventOf<"call-end">): string {
  const words = event.code === undefined ? event.status : sentence(event.code);
  const isSaid = words.includes("may have taken effect");
  return event.mayHaveTakenEffect === true && !isSaid ? `${words} It may have taken effect.` : words;
}

/** A server's result, quoted line by line so that it cannot pass for Loop's own words. */
function resultLines(result: readonly ContentBlock[], most: number): string[] {
  const lines = result.flatMap((block) => indent(visibleBlock(blockText(block)), "  │ "));
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most), `  (${lines.length - most} more lines)`];
}

function blockText(block: ContentBlock): string {
  if (block.type === "text") return block.text;
  return `[picture, ${block.mimeType}, ${Math.ceil((block.data.length * 3) / 4 / 1024)} KB]`;
}

function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

export function sentence(code: string): string {
  return errorText(code).sentence;
}

export function sentenceAndStep(code: string): string {
  const { sentence: words, nextStep } = errorText(code);
  return `${words} ${nextStep}`;
}

function unreachable(value: never): never {
  throw new Error(`unknown event ${JSON.stringify(value)}`);
}
