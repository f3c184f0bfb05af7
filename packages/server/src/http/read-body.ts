import type { IncomingMessage } from "node:http";
import { failed, ok, type Result } from "../result.js";

const MOST_BYTES = 2 * 1024 * 1024;
/** Of somebody who is not signed in: a name and a password, from a thousand connections at once if need be. */
export const MOST_BYTES_OF_STRANGERS = 16 * 1024;
/** A body that is too large is still taken off the wire, so that its sender gets the answer; within reason. */
const MOST_DISCARDED_BYTES = 32 * 1024 * 1024;

/** The whole body as text. A sender that hangs up before its end asked for nothing, and nobody hears the answer. */
export async function readBody(incoming: IncomingMessage, mostBytes: number = MOST_BYTES): Promise<Result<string>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of incoming) {
      if (!(chunk instanceof Buffer)) continue;
      bytes += chunk.length;
      if (bytes > MOST_DISCARDED_BYTES) incoming.destroy();
      if (bytes <= mostBytes) chunks.push(chunk);
    }
  } catch {
    return failed(bytes > mostBytes ? "body-too-large" : "bad-request");
  }
  return bytes > mostBytes ? failed("body-too-large") : ok(Buffer.concat(chunks).toString("utf8"));
}
