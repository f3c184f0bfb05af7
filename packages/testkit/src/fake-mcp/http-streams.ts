import type { ServerResponse } from "node:http";
import type { FakeHttp } from "./behaviour.js";
import { eventOf, streamHeaders } from "./http-channel.js";
import type { JournalWriter } from "./journal.js";

/** The notification streams a legacy client opens with GET. */
export class HttpStreams {
  readonly #open = new Set<ServerResponse>();
  readonly #journal: JournalWriter;
  #waiting: string[] = [];

  constructor(journal: JournalWriter) {
    this.#journal = journal;
  }

  get size(): number {
    return this.#open.size;
  }

  accept(response: ServerResponse, http: FakeHttp): void {
    const kind = http.stream ?? "hold";
    if (kind === "refuse") return void response.writeHead(405, { allow: "POST" }).end();
    response.writeHead(200, streamHeaders);
    response.write(http.retryMs === undefined ? ": open\n\n" : `retry: ${http.retryMs}\n\n`);
    this.#journal.write({ kind: "stream-open" });
    if (kind === "close") return void response.end();
    this.#open.add(response);
    response.on("close", () => {
      this.#open.delete(response);
      this.#journal.write({ kind: "stream-closed" });
    });
    this.announce(this.#waiting.splice(0));
  }

  /** Kept for the first stream when none is open yet. */
  announce(texts: readonly string[]): void {
    if (this.#open.size === 0) {
      this.#waiting.push(...texts);
      return;
    }
    const data = texts.map(eventOf).join("");
    for (const response of this.#open) if (data) response.write(data);
  }

  dropAll(): void {
    for (const response of this.#open) response.end();
  }

  clear(): void {
    this.#waiting = [];
    this.dropAll();
  }
}
