import type { ContentBlock, JsonValue } from "@loop/contract";
import { isDeepInSlices } from "../kit/json-shape.js";
import { jsonTextInSlices } from "../kit/json-text-in-slices.js";
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
export async function readResult(raw: unknown): Promise<ReadResult> {
  if (!isRecord(raw)) return { kind: "not-a-result" };
  if (await isDeepInSlices(raw, maxResultDepth)) return { kind: "too-deep" };
  const blocks = Array.isArray(raw.content) ? raw.content : [];
  const structured = isJson(raw.structuredContent) ? raw.structuredContent : undefined;
  const isBare = blocks.length === 0 && structured === undefined && !Array.isArray(raw.content);
  const content = isBare ? [await jsonText(raw)] : await readBlocks(blocks);
  const shown = content.length === 0 && structured !== undefined ? [await jsonText(structured)] : content;
  return {
    kind: "result",
    isError: raw.isError === true,
    content: shown,
    ...(structured === undefined ? {} : { structuredContent: structured }),
  };
}

async function readBlocks(blocks: readonly unknown[]): Promise<readonly ContentBlock[]> {
  const read: ContentBlock[] = [];
  for (const block of blocks) read.push(await readBlock(block));
  return read;
}

async function readBlock(block: unknown): Promise<ContentBlock> {
  if (!isRecord(block)) return jsonText(block);
  if (block.type === "text" && typeof block.text === "string") return { type: "text", text: wellFormed(block.text) };
  const { data, mimeType } = block;
  if (block.type === "image" && typeof data === "string" && typeof mimeType === "string") {
    return { type: "image", mimeType, data };
  }
  return jsonText(block);
}

async function jsonText(value: unknown): Promise<ContentBlock> {
  return { type: "text", text: await jsonTextInSlices(value) };
}

/** It came out of a JSON parser; only its absence has to be told. */
function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}

/** What a server said when it refused a call, for model and reader; its length is bounded. */
export function refusalText(message: string): ContentBlock {
  return { type: "text", text: wellFormed(message.slice(0, 4_096)) };
}
