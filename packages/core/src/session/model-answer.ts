import { type ContentBlock, errorText } from "@loop/contract";
import type { ToolAnswer } from "../agent/tool.js";
import type { CallOutcome } from "./call-outcome.js";

/** Characters of text a model reads of one result; the person sees all of it. */
export const MAX_RESULT_CHARACTERS = 50_000;

const TAKEN_EFFECT = "It was sent and may have taken effect: check before trying again.";

/** What the model reads: the server's own result, or one plain sentence about why there is none. */
export function answerForModel(outcome: CallOutcome): ToolAnswer {
  const said = [...outcome.content, ...structuredText(outcome)];
  if (outcome.status === "ok") return { isError: false, content: cutText(said.length > 0 ? said : [EMPTY]) };
  const sentence = text(sentenceFor(outcome));
  return {
    isError: true,
    content: cutText(outcome.code === "tool-failed" && said.length > 0 ? said : [sentence, ...said]),
  };
}

const EMPTY = text("The tool returned nothing.");

/** Servers that fill only the structured half would otherwise say nothing to the model. */
function structuredText(outcome: CallOutcome): readonly ContentBlock[] {
  if (outcome.structuredContent === undefined || outcome.content.length > 0) return [];
  return [text(JSON.stringify(outcome.structuredContent))];
}

function sentenceFor(outcome: CallOutcome): string {
  const { status, code, note, detail, wasSent, mayHaveTakenEffect } = outcome;
  const { sentence } = errorText(code ?? "tool-failed");
  if (detail !== undefined) return `${sentence} ${detail}`;
  if (note !== undefined) return `${sentence} The person said: ${JSON.stringify(note)}`;
  if (status === "denied" || status === "expired") return `${sentence} Go on without it, or ask the person.`;
  if (mayHaveTakenEffect) return code === "call-timeout" ? sentence : `${sentence} ${TAKEN_EFFECT}`;
  return wasSent || sentence.endsWith("Nothing was sent.") ? sentence : `${sentence} Nothing was sent.`;
}

function text(words: string): ContentBlock {
  return { type: "text", text: words };
}

/** Cuts the text of a result as a whole, and says so where it did. Pictures are left alone. */
export function cutText(content: readonly ContentBlock[]): readonly ContentBlock[] {
  let left = MAX_RESULT_CHARACTERS;
  return content.map((block) => {
    if (block.type !== "text") return block;
    const kept = cutAt(block.text, left);
    left -= kept.length;
    const missing = block.text.length - kept.length;
    return missing === 0
      ? block
      : text(`${kept}\n[${missing} more characters were left out here. Ask for less at a time.]`);
  });
}

/** Never through the middle of a surrogate pair. */
function cutAt(words: string, length: number): string {
  if (words.length <= length) return words;
  const isSplit = length > 0 && /[\uD800-\uDBFF]/.test(words.charAt(length - 1));
  return words.slice(0, isSplit ? length - 1 : length);
}
