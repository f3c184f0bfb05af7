import type { Message } from "../agent/messages.js";
import type { ToolDeclaration } from "../agent/tool.js";

/** What providers charge for a picture is theirs to know; this is near the most they take for an ordinary one. */
const IMAGE_TOKENS = 1_600;
/** Words around each message that the wire adds. */
const MESSAGE_TOKENS = 6;
/** Long runs of one letter cost the tokenizer quadratic time, so text is counted in pieces. */
const PIECE_CHARACTERS = 500;

/** Counted once a message: a conversation is counted again before each request. */
const known = new WeakMap<Message, number>();

export interface TokenCounter {
  text(text: string): number;
  tools(tools: readonly ToolDeclaration[]): number;
  message(message: Message): number;
}

/** Counts with o200k_base; other tokenizers differ by a few percent, which the reserve covers. Loaded when first needed. */
export async function loadTokenCounter(): Promise<TokenCounter> {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  const text = (words: string): number => {
    let tokens = 0;
    for (let start = 0; start < words.length; start += PIECE_CHARACTERS) {
      tokens += countTokens(words.slice(start, start + PIECE_CHARACTERS));
    }
    return tokens;
  };
  const message = (each: Message): number => {
    const before = known.get(each);
    if (before !== undefined) return before;
    const { words, images } = partsOf(each);
    const tokens = text(words) + images * IMAGE_TOKENS + MESSAGE_TOKENS;
    known.set(each, tokens);
    return tokens;
  };
  return { text, message, tools: (tools) => text(JSON.stringify(tools)) };
}

/** Never more tokens than bytes: a request this small needs no counting. */
export function mostTokens(parts: {
  readonly system: string;
  readonly tools: readonly ToolDeclaration[];
  readonly messages: readonly Message[];
}): number {
  let most = Buffer.byteLength(parts.system) + Buffer.byteLength(JSON.stringify(parts.tools));
  for (const each of parts.messages) {
    const { words, images } = partsOf(each);
    most += Buffer.byteLength(words) + images * IMAGE_TOKENS + MESSAGE_TOKENS;
  }
  return most;
}

function partsOf(message: Message): { readonly words: string; readonly images: number } {
  const texts: string[] = [];
  let images = 0;
  const add = (block: { readonly type: string; readonly text?: string }) => {
    if (block.type === "image") images += 1;
    else texts.push(block.text ?? JSON.stringify(block));
  };
  if (message.role === "tool") {
    for (const result of message.results) {
      texts.push(result.name);
      for (const block of result.content) add(block);
    }
  } else {
    for (const block of message.content) add(block);
  }
  return { words: texts.join("\n"), images };
}
