import { McpFailure } from "./failures.js";
import { JsonDepth } from "./json-depth.js";
import { MAX_MESSAGE_BYTES, MAX_MESSAGE_DEPTH } from "./limits.js";

/** The whole body, or a failure as soon as it is larger or deeper than a message may be. */
export async function readBytes(body: AsyncIterable<Uint8Array>, maxBytes = MAX_MESSAGE_BYTES): Promise<Buffer> {
  const depth = new JsonDepth(MAX_MESSAGE_DEPTH);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes || depth.exceeds(chunk)) throw new McpFailure("result-too-large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** An error answer's text as far as it is worth reading; "" when it cannot be read. */
export async function readErrorText(body: AsyncIterable<Uint8Array>): Promise<string> {
  try {
    return (await readBytes(body, 65_536)).toString("utf8");
  } catch {
    return "";
  }
}

/** Reads a little of what nobody wants, so that the connection can be used again. */
export async function discard(body: AsyncIterable<Uint8Array>): Promise<null> {
  let left = 65_536;
  try {
    for await (const chunk of body) {
      left -= chunk.length;
      if (left < 0) return null;
    }
  } catch {
    // It does not matter how it ends.
  }
  return null;
}
