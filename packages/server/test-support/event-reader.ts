import type { TurnEvent } from "@loop/contract";
import { waitUntil } from "@loop/testkit";

export interface SentEvent {
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

export interface EventReader {
  readonly sent: readonly SentEvent[];
  /** The last `id:` seen, as a browser would send it back. */
  readonly lastId: string | null;
  /** What was sent with data, as the contract's events. */
  events(): readonly TurnEvent[];
  until(what: string, holds: (events: readonly TurnEvent[]) => boolean): Promise<readonly TurnEvent[]>;
  close(): Promise<void>;
  readonly isEnded: boolean;
}

/** Reads an event stream as a browser does. */
export function readEvents(answer: Response): EventReader {
  const sent: SentEvent[] = [];
  let lastId: string | null = null;
  let isEnded = false;
  const reader = answer.body?.getReader();
  const hear = (block: string): void => {
    const fields = block.split("\n").filter((line) => !line.startsWith(":"));
    const valueOf = (name: string) => fields.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    lastId = valueOf("id") ?? lastId;
    const data = valueOf("data");
    if (data !== undefined) sent.push({ id: valueOf("id") ?? null, event: valueOf("event") ?? "message", data });
  };
  const pump = async (): Promise<void> => {
    let text = "";
    const decoder = new TextDecoder();
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) break;
      text += decoder.decode(part.value, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) hear(block);
    }
  };
  void pump()
    .catch(() => undefined)
    .finally(() => {
      isEnded = true;
    });
  const events = (): readonly TurnEvent[] =>
    sent.filter((entry) => entry.event === "message").map((entry) => JSON.parse(entry.data) as TurnEvent);
  return {
    sent,
    get lastId() {
      return lastId;
    },
    get isEnded() {
      return isEnded;
    },
    events,
    async until(what, holds) {
      await waitUntil(() => holds(events()), { what, withinMs: 10_000 });
      return events();
    },
    close: async () => reader?.cancel(),
  };
}
