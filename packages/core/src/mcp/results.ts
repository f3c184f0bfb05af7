import type { ContentBlock, JsonValue } from "@loop/contract";
import { isDeepJson } from "../kit/json-shape.js";
import { wellFormed } from "./plain-text.js";
import { isRecord } from "./transport.js";

/** Deeper results would break whoever copies or writes them later. */
const maxResultDepth = 500;

export type ReadResult =
  | {
      readonly kind: "result";
      readonly isError: boolean;
      readonly content: readonly ContentBlock[];
      readonly structuredContent?: JsonValue;
    }
  | { readonly kind: "too-deep" }
  | { readonly kind: "not-a-result" };

/** Text and images stay, every other block becomes JSON text, structured content is kept as it is (CAT-04). */
export function readResult(raw: unknown): ReadResult {
  if (!isRecord(raw)) return { kind: "not-a-result" };
  if (isDeepJson(raw, maxResultDepth)) return { kind: "too-deep" };
  const blocks = Array.isArray(raw.content) ? raw.content : [];
  const structured = isJson(raw.structuredContent) ? raw.structuredContent : undefined;
  const isBare = blocks.length === 0 && structured === undefined && !Array.isArray(raw.content);
  const content = isBare ? [jsonText(raw)] : blocks.map(readBlock);
  const shown = content.length === 0 && structured !== undefined ? [jsonText(structured)] : content;
  return {
    kind: "result",
    isError: raw.isError === true,
    content: shown,
    ...(structured === undefined ? {} : { structuredContent: structured }),
  };
}

function readBlock(block: unknown): ContentBlock {
  if (!isRecord(block)) return jsonText(block);
  if (block.type === "text" && typeof block.text === "string") return { type: "text", text: wellFormed(block.text) };
  const { data, mimeType } = block;
  if (block.type === "image" && typeof data === "string" && typeof mimeType === "string") {
    return { type: "image", mimeType, data };
  }
  return jsonText(block);
}

function jsonText(value: unknown): ContentBlock {
  return { type: "text", text: JSON.stringify(value) ?? "null" };
}

/** It came out of a JSON parser; only its absence has to be told. */
function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}

/** What a server said when it refused a call, for model and reader; its length is bounded. */
export function refusalText(message: string): ContentBlock {
  return { type: "text", text: wellFormed(message.slice(0, 4_096)) };
}
