import { type ApprovalResult, type ContentBlock, errorText, type SessionEvent, type ToolRef } from "@loop/contract";
import { indent } from "./render-card.js";
import { visibleBlock, visibleLine } from "./visible-text.js";

type CallEnd = Extract<SessionEvent, { type: "call-end" }>;

export function sentence(code: string): string {
  return errorText(code).sentence;
}

export function sentenceAndStep(code: string): string {
  const { sentence: words, nextStep } = errorText(code);
  return `${words} ${nextStep}`;
}

/** What the tools of a persona's memory do, so that their lines read as sentences. */
const MEMORY_WORDS: Readonly<Record<string, string>> = {
  memory_search: "read memory",
  memory_write: "write to memory",
};

export function toolLabel(tool: ToolRef): string {
  if (tool === "codemode") return "script";
  if ("builtin" in tool) return MEMORY_WORDS[tool.builtin] ?? visibleLine(tool.builtin);
  return `${visibleLine(tool.serverId)} · ${visibleLine(tool.toolName)}`;
}

/** Why a call did not end well. `note` is what the person said with a refusal. */
export function whyNotOk(event: CallEnd, note: string | null): string {
  const words = event.code === undefined ? event.status : sentence(event.code);
  const isSaid = words.includes("may have taken effect");
  return [
    words,
    ...(event.mayHaveTakenEffect === true && !isSaid ? ["It may have taken effect."] : []),
    ...(note === null ? [] : [`The reason given: ${visibleLine(note)}`]),
  ].join(" ");
}

/** How a call came to be allowed; null for one that was not. */
export function allowedWords({ decision, source }: ApprovalResult): string | null {
  if (decision === "denied") return null;
  if (source === "full-access") return "full access";
  if (source === "session-grant") return "allowed earlier for this session";
  if (source === "bot-consent") return "allowed for this bot";
  return decision === "allowed-session" ? "allowed for this session" : "allowed once";
}

/** A result, quoted line by line so that it cannot pass for Loop's own words. */
export function resultLines(result: readonly ContentBlock[], most: number): string[] {
  const lines = result.flatMap((block) => indent(visibleBlock(blockText(block)), "  │ "));
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most), `  (${lines.length - most} more lines)`];
}

function blockText(block: ContentBlock): string {
  if (block.type === "text") return block.text;
  return `[picture, ${block.mimeType}, ${Math.ceil((block.data.length * 3) / 4 / 1024)} KB]`;
}

export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
