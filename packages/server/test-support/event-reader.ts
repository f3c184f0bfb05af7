import { TurnEvent } from "@loop/contract";
import { waitUntil } from "@loop/testkit";

export interface SentEvent {
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

/** Reads an event stream as a browser does. */
export class EventReader {
  readonly sent: SentEvent[] = [];
  /** The last `id:` seen, as a browser would send it back. */
  lastId: string | null = null;
  isEnded = false;
  readonly #body: ReadableStreamDefaultReader<Uint8Array> | null;

  constructor(answer: Response) {
    this.#body = answer.body?.getReader() ?? null;
    void this.#read()
      .catch(() => undefined)
      .finally(() => {
        this.isEnded = true;
      });
  }

  /** What was sent with data and without a name, each one an event of the contract. */
  events(): readonly TurnEvent[] {
    return this.sent
      .filter((entry) => entry.event === "message")
      .map((entry) => TurnEvent.parse(JSON.parse(entry.data)));
  }

  async until(what: string, holds: (events: readonly TurnEvent[]) => boolean): Promise<readonly TurnEvent[]> {
    await waitUntil(() => holds(this.events()), { what, withinMs: 15_000, everyMs: 10 });
    return this.events();
  }

  async close(): Promise<void> {
    await this.#body?.cancel();
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const part = await this.#body?.read();
      if (part === undefined || part.done) return;
      text += decoder.decode(part.value, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) this.#hear(block);
    }
  }

  #hear(block: string): void {
    const lines = block.split("\n");
    const valueOf = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    this.lastId = valueOf("id") ?? this.lastId;
    const data = valueOf("data");
    if (data === undefined) return;
    this.sent.push({ id: valueOf("id") ?? null, event: valueOf("event") ?? "message", data });
  }
}

export function readEvents(answer: Response): EventReader {
  return new EventReader(answer);
}
