import type { ServerResponse } from "node:http";
import type { Channel } from "./channel.js";
import { type Fault, findFault } from "./faults.js";
import {
  trickle,
  trickleRaw,
  type WayOfWriting,
  writeBomb,
  writeEndless,
  writeSplit,
  writeWhole,
} from "./http-body.js";
import type { Timers } from "./timers.js";

export interface HttpChannelOptions {
  readonly response: ServerResponse;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly extraHeaders: Readonly<Record<string, string>>;
  readonly style: "json" | "sse";
  readonly faults: readonly Fault[];
  readonly timers: Timers;
}

export function eventOf(text: string): string {
  return `event: message\ndata: ${text}\n\n`;
}

export const streamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
} as const;

/** The answer to one POST: a JSON body while one text is all there is, else an event stream. */
export class HttpChannel implements Channel {
  readonly #options: HttpChannelOptions;
  readonly #closed = new AbortController();
  readonly #write: WayOfWriting;

  constructor(options: HttpChannelOptions) {
    this.#options = options;
    this.#write = findFault(options.faults, "split-bytes") ? writeSplit : writeWhole;
    options.response.on("close", () => {
      if (!options.response.writableEnded) this.#closed.abort();
    });
  }

  get headers(): Readonly<Record<string, string>> {
    return this.#options.requestHeaders;
  }

  get signal(): AbortSignal {
    return this.#closed.signal;
  }

  send(texts: readonly string[], last: boolean): void {
    const { response, style } = this.#options;
    if (response.destroyed || response.writableEnded) return;
    if (last && this.#misbehaves(texts)) return;
    const isPlain = last && !response.headersSent && texts.length <= 1;
    if (isPlain && texts.length === 0) return void response.writeHead(202, this.#options.extraHeaders).end();
    if (isPlain && style === "json") return this.#sendJson(texts[0] ?? "");
    this.#openStream();
    this.#write(response, Buffer.from(texts.map(eventOf).join("")), this.#options.timers);
    if (last) response.end();
  }

  #sendJson(text: string): void {
    const { response } = this.#options;
    this.#head({ "content-type": "application/json" });
    this.#write(response, Buffer.from(text), this.#options.timers);
    response.end();
  }

  #head(headers: Readonly<Record<string, string>>): void {
    const { response, extraHeaders } = this.#options;
    if (!response.headersSent) response.writeHead(200, { ...headers, ...extraHeaders }).flushHeaders();
  }

  #openStream(): void {
    this.#head(streamHeaders);
  }

  /** Whether a fault took the answer over. */
  #misbehaves(texts: readonly string[]): boolean {
    for (const fault of this.#options.faults) {
      if (this.#suffer(fault, texts)) return true;
    }
    return false;
  }

  #suffer(fault: Fault, texts: readonly string[]): boolean {
    const { response, style } = this.#options;
    const text = texts.at(-1) ?? "{}";
    switch (fault.do) {
      case "drop":
        if (fault.when === "headers-sent") this.#head({ "content-type": "application/json" });
        // A tick later, or the headers would not leave.
        setImmediate(() => response.destroy());
        return true;
      case "stall":
        this.#head(style === "json" ? { "content-type": "application/json" } : streamHeaders);
        return true;
      case "trickle":
        void this.#trickle(text, fault.everyMs, fault.head === true); // ends with the socket
        return true;
      case "endless-event":
        this.#openStream();
        writeEndless(response, fault.chunkBytes);
        return true;
      case "gzip-bomb":
        this.#head({ "content-type": "application/json", "content-encoding": "gzip" });
        writeBomb(response, text, fault.bytes);
        return true;
      case "early-end": {
        this.#openStream();
        const retry = fault.retryMs === undefined ? "" : `retry: ${fault.retryMs}\n`;
        const prime =
          fault.eventId === undefined ? ": nothing follows\n\n" : `${retry}id: ${fault.eventId}\ndata: \n\n`;
        response.end(prime);
        return true;
      }
      default:
        return false;
    }
  }

  async #trickle(text: string, everyMs: number, head: boolean): Promise<void> {
    const { response, timers, style } = this.#options;
    if (head) return trickleRaw(response, Buffer.from(text), timers, everyMs);
    this.#head(style === "json" ? { "content-type": "application/json" } : streamHeaders);
    return trickle(response, Buffer.from(style === "json" ? text : eventOf(text)), timers, everyMs);
  }
}
