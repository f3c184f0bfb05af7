import { createServer, get, type IncomingMessage } from "node:http";
import type { StoredEvent } from "@loop/core/host";
import { createInProcessBus } from "@loop/stores";
import { manualClock, waitUntil } from "@loop/testkit";
import { expect, onTestFinished, test } from "vitest";
import { EventStream } from "./event-stream.js";

const LARGE = "x".repeat(4 * 1024 * 1024);
const row: StoredEvent = { type: "text-delta", seq: 1, turnId: "t", at: "", conversationId: "c", text: LARGE };

/** One reader of a log that holds one large event, over a real connection and a clock of our own. */
async function readerOfLargeEvent() {
  const clock = manualClock();
  const isClosed = { value: false };
  const server = createServer((_request, outgoing) => {
    outgoing.on("close", () => {
      isClosed.value = true;
    });
    const stream = new EventStream(
      outgoing,
      { kind: "after", seq: 0 },
      { accountId: "a", conversationId: null, mayGoOn: async () => true, wants: () => true, wantsServerStatus: false },
      {
        events: { after: async ({ seq }) => (seq < 1 ? [row] : []), lastSeq: async () => 1 },
        bus: createInProcessBus(),
        clock,
        onServerStatus: async () => () => undefined,
        report: () => undefined,
      },
    );
    void stream.open();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const reader = await new Promise<IncomingMessage>((resolve) =>
    get({ host: "127.0.0.1", port }, (answer) => resolve(answer.pause())),
  );
  reader.on("error", () => undefined);
  return { clock, reader, isClosed };
}

test("a reader that has stopped reading a lot is dropped at the second heartbeat, and its timers end", async () => {
  const { clock, isClosed } = await readerOfLargeEvent();
  await waitUntil(() => clock.pending >= 2);
  await clock.advance(15_000);
  expect(isClosed.value).toBe(false);
  await clock.advance(15_000);
  await waitUntil(() => isClosed.value, { what: "the reader is dropped" });
  await waitUntil(() => clock.pending === 0, { what: "its timers end" });
});

test("a reader that reads on is kept, and hears the heartbeat with its place in the log", async () => {
  const { clock, reader, isClosed } = await readerOfLargeEvent();
  let heard = "";
  reader.on("data", (chunk: Buffer) => {
    heard = (heard + chunk.toString()).slice(-200);
  });
  reader.resume();
  await waitUntil(() => heard.endsWith('"}\n\n'), { what: "the event was read" });
  await clock.advance(45_000);
  await waitUntil(() => heard.endsWith(": beat\nid: 1\n\n"), { what: "a heartbeat was read" });
  expect(isClosed.value).toBe(false);
});
