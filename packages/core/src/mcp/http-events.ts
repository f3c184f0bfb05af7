import { parseJsonInSlices, SLICED_JSON_BYTES } from "../kit/json-in-slices.js";
import { McpFailure } from "./failures.js";
import { JsonDepth } from "./json-depth.js";
import { MAX_MESSAGE_BYTES, MAX_MESSAGE_DEPTH } from "./limits.js";
import { isMessage, type JSONRPCMessage } from "./transport.js";

const newline = 10;
const carriageReturn = 13;

export interface EventStreamOptions {
  /** The stream is cut because of one event. */
  readonly onViolation: (failure: McpFailure) => void;
  /** The message of an event too long to be parsed at one go; it is not in the stream any more. */
  readonly onLongMessage: (message: JSONRPCMessage) => void;
  readonly onEnd: (error: unknown) => void;
}

/** An event stream that ends when one event is larger or deeper than a message may be. */
export function guardEvents(body: AsyncIterable<Uint8Array>, options: EventStreamOptions): ReadableStream<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  const events = new EventCutter();
  const depth = new JsonDepth(MAX_MESSAGE_DEPTH, { resetOnNewline: true });
  const stop = () => void iterator.return?.()?.catch(() => undefined);
  /** Whole events, as far as one piece of the body brings them; null at its end. */
  const nextEvents = async (): Promise<readonly Buffer[] | null> => {
    const next = await iterator.next();
    if (next.done) return null;
    const complete = events.push(next.value);
    if (!events.isTooLong && !depth.exceeds(next.value)) return complete;
    const failure = new McpFailure("result-too-large");
    options.onViolation(failure);
    stop();
    throw failure;
  };
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        for (let hasPassed = false; !hasPassed; ) {
          const complete = await nextEvents();
          if (complete === null) {
            options.onEnd(null);
            return controller.close();
          }
          const short = await withoutLong(complete, options.onLongMessage);
          hasPassed = short.length > 0;
          if (hasPassed) controller.enqueue(short);
        }
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

async function withoutLong(events: readonly Buffer[], onLong: (message: JSONRPCMessage) => void): Promise<Buffer> {
  const short: Buffer[] = [];
  for (const event of events) {
    if (event.length < SLICED_JSON_BYTES) {
      short.push(event);
      continue;
    }
    const message = await readLongEvent(event);
    if (isMessage(message)) onLong(message);
  }
  return short.length === 1 && short[0] !== undefined ? short[0] : Buffer.concat(short);
}

/** Null when there is no message in it. */
async function readLongEvent(event: Buffer): Promise<unknown> {
  const data: Buffer[] = [];
  for (const line of linesOf(event)) {
    const name = fieldValue(line, "event");
    if (name !== null && name.toString("latin1") !== "message" && name.length > 0) return null;
    const value = fieldValue(line, "data");
    if (value !== null) data.push(value, Buffer.of(newline));
  }
  return parseJsonInSlices(Buffer.concat(data), { maxDepth: MAX_MESSAGE_DEPTH }).catch(() => null);
}

function* linesOf(event: Buffer): Generator<Buffer> {
  let start = 0;
  for (let end = event.indexOf(newline); end !== -1; end = event.indexOf(newline, start)) {
    yield event.subarray(start, end > start && event[end - 1] === carriageReturn ? end - 1 : end);
    start = end + 1;
  }
}

/** What stands after the field's name, without the one space that may lead it. */
function fieldValue(line: Buffer, name: string): Buffer | null {
  const length = name.length + 1;
  if (line.toString("latin1", 0, length) !== `${name}:`) return null;
  return line.subarray(line[length] === 0x20 ? length + 1 : length);
}

/** Events are parted by empty lines; bytes between two of them are one event's. */
class EventCutter {
  #held: Uint8Array[] = [];
  #bytes = 0;
  #isLineEmpty = true;
  #isTooLong = false;

  /** An event was longer than a message may be. */
  get isTooLong(): boolean {
    return this.#isTooLong;
  }

  /** The events that this piece of the stream completes. */
  push(chunk: Uint8Array): readonly Buffer[] {
    const complete: Buffer[] = [];
    let eventStart = 0;
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      const isEmpty = this.#isLineEmpty && (end === start || (end === start + 1 && chunk[start] === carriageReturn));
      this.#isLineEmpty = true;
      start = end + 1;
      if (!isEmpty) continue;
      this.#hold(chunk.subarray(eventStart, start));
      complete.push(Buffer.concat(this.#held, this.#bytes));
      this.#held = [];
      this.#bytes = 0;
      eventStart = start;
    }
    if (start < chunk.length) this.#isLineEmpty = false;
    this.#hold(chunk.subarray(eventStart));
    return complete;
  }

  #hold(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#held.push(part);
    this.#bytes += part.length;
    this.#isTooLong ||= this.#bytes > MAX_MESSAGE_BYTES;
  }
}
