import type { ContentBlock, ImageBlock } from "@loop/contract";
import { jsonTextInSlices } from "../kit/json-text-in-slices.js";
import type { McpCallResult } from "../mcp/tool-source.js";

/** Images stay on this side of the wall; a script holds references to them. */
export class ScriptImages {
  readonly #images: ImageBlock[] = [];

  keep(image: ImageBlock): { type: "image"; mimeType: string; bytes: number; ref: string } {
    this.#images.push(image);
    const bytes = Math.floor((image.data.length * 3) / 4);
    return { type: "image", mimeType: image.mimeType, bytes, ref: `image-${this.#images.length}` };
  }

  find(ref: string): ImageBlock | null {
    const match = /^image-(\d+)$/.exec(ref);
    return this.#images[Number(match?.[1] ?? 0) - 1] ?? null;
  }
}

/** Not yet read as JSON: see `TEXT_MARK`. */
export type ScriptValue = { readonly text: string } | { readonly json: string };

/**
 * What a script gets as the value of a call: structured content, else the JSON its text holds, else the text, else
 * the blocks. Models write `result.items`, not `result.content[0].text`.
 */
export async function valueForScript(result: McpCallResult, images: ScriptImages): Promise<ScriptValue> {
  if (result.structuredContent !== undefined) return { json: await jsonTextInSlices(result.structuredContent) };
  const texts = result.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  if (texts.length === result.content.length) return { text: texts.join("\n") };
  return { json: await jsonTextInSlices({ content: result.content.map((block) => blockForScript(block, images)) }) };
}

function blockForScript(block: ContentBlock, images: ScriptImages): ContentBlock | ReturnType<ScriptImages["keep"]> {
  return block.type === "image" ? images.keep(block) : block;
}
