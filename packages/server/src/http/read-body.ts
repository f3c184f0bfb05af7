import type { IncomingMessage } from "node:http";
import { failed, ok, type Result } from "../result.js";

const MOST_BYTES = 2 * 1024 * 1024;
/** A body that is too large is still taken off the wire, so that its sender gets the answer; within reason. */
const MOST_DISCARDED_BYTES = 32 * 1024 * 1024;

/** The whole body as text. A sender that hangs up before its end asked for nothing, and nobody hears the answer. */
export async function readBody(incoming: IncomingMessage): Promise<Result<string>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of incoming) {
      if (!(chunk instanceof Buffer)) continue;
      bytes += chunk.length;
      if (bytes > MOST_DISCARDED_BYTES) incoming.destroy();
      if (bytes <= MOST_BYTES) chunks.push(chunk);
    }
  } catch {
    return failed(bytes > MOST_BYTES ? "body-too-large" : "bad-request");
  }
  return bytes > MOST_BYTES ? failed("body-too-large") : ok(Buffer.concat(chunks).toString("utf8"));
}
