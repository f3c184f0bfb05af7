import { McpFailure } from "./failures.js";
import { JsonDepth } from "./json-depth.js";
import { MAX_MESSAGE_BYTES, MAX_MESSAGE_DEPTH } from "./limits.js";

const newline = 10;
const carriageReturn = 13;

/** The whole body as text, or a failure as soon as it is larger or deeper than a message may be. */
export async function readText(body: AsyncIterable<Uint8Array>, maxBytes = MAX_MESSAGE_BYTES): Promise<string> {
  const depth = new JsonDepth(MAX_MESSAGE_DEPTH);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes || depth.exceeds(chunk)) throw new McpFailure("result-too-large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString("utf8");
}

/** An error answer's text as far as it is worth reading; "" when it cannot be read. */
export async function readErrorText(body: AsyncIterable<Uint8Array>): Promise<string> {
  try {
    return await readText(body, 65_536);
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

export interface EventStreamOptions {
  /** The stream is cut because of one event. */
  readonly onViolation: (failure: McpFailure) => void;
  readonly onEnd: (error: unknown) => void;
}

/** An event stream that ends when one event is larger or deeper than a message may be. */
export function guardEvents(body: AsyncIterable<Uint8Array>, options: EventStreamOptions): ReadableStream<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  const meter = new EventMeter();
  const stop = () => void iterator.return?.()?.catch(() => undefined);
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const next = await iterator.next();
        if (next.done) {
          options.onEnd(null);
          return controller.close();
        }
        if (!meter.exceeds(next.value)) return controller.enqueue(next.value);
        const failure = new McpFailure("result-too-large");
        options.onViolation(failure);
        stop();
        controller.error(failure);
        options.onEnd(failure);
      } catch (error) {
        controller.error(error);
        options.onEnd(error);
      }
    },
    cancel: () => {
      stop();
      options.onEnd(null);
    },
  });
}

/** Events are parted by empty lines; bytes between two of them are one event's. */
class EventMeter {
  readonly #depth = new JsonDepth(MAX_MESSAGE_DEPTH, { resetOnNewline: true });
  #bytes = 0;
  #isLineEmpty = true;

  exceeds(chunk: Uint8Array): boolean {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#bytes += end - start;
      const isEmpty = this.#isLineEmpty && (end === start || (end === start + 1 && chunk[start] === carriageReturn));
      if (this.#bytes > MAX_MESSAGE_BYTES) return true;
      if (isEmpty) this.#bytes = 0;
      this.#isLineEmpty = true;
      start = end + 1;
    }
    if (start < chunk.length) this.#isLineEmpty = false;
    this.#bytes += chunk.length - start;
    return this.#bytes > MAX_MESSAGE_BYTES || this.#depth.exceeds(chunk);
  }
}
