import type { SessionEvent } from "@loop/contract";
import type { StoredEvent, TurnStore } from "@loop/core/host";
import { manualClock } from "@loop/testkit";
import { expect, test } from "vitest";
import { TurnLog } from "./turn-log.js";

const base = { turnId: "t", at: "2030-01-01T00:00:00.000Z" };
const text = (words: string): SessionEvent => ({ ...base, type: "text-delta", text: words });
const reasoning = (words: string): SessionEvent => ({ ...base, type: "reasoning-delta", text: words });
const end: SessionEvent = { ...base, type: "turn-end", reason: "done" };

function logOver(append: (events: readonly SessionEvent[]) => Promise<void>) {
  const clock = manualClock();
  let broken = 0;
  const turns: Pick<TurnStore, "append"> = {
    async append(_lease, events): Promise<readonly StoredEvent[]> {
      await append(events);
      return [];
    },
  };
  const lease = { turnId: "t", conversationId: "c", accountId: "a", owner: "o" };
  const log = new TurnLog({ turns, lease, clock, onBroken: () => broken++ });
  return { log, clock, brokenTimes: () => broken };
}

test("text is gathered for fifty milliseconds and written as one event of each kind", async () => {
  const written: (readonly SessionEvent[])[] = [];
  const { log, clock } = logOver(async (events) => void written.push(events));
  await log.emit(reasoning("a"));
  await log.emit(text("b"));
  await log.emit(text("c"));
  await clock.advance(49);
  expect(written).toEqual([]);
  await clock.advance(1);
  expect(written).toEqual([[reasoning("a"), text("bc")]]);
});

test("whatever else happens comes after all of the text, in one write, and is awaited", async () => {
  const written: (readonly SessionEvent[])[] = [];
  const { log, clock } = logOver(async (events) => void written.push(events));
  await log.emit(text("b"));
  await log.emit(end);
  expect(written).toEqual([[text("b"), end]]);
  await clock.advance(1_000);
  expect(written).toHaveLength(1);
});

test("a lot of text is written at once", async () => {
  const written: (readonly SessionEvent[])[] = [];
  const { log } = logOver(async (events) => void written.push(events));
  await log.emit(text("x".repeat(20_000)));
  expect(written).toEqual([[text("x".repeat(20_000))]]);
});

test("a write that fails breaks the log once, and nothing is written after it", async () => {
  let tries = 0;
  const { log, clock, brokenTimes } = logOver(async () => {
    tries += 1;
    throw new Error("full");
  });
  await log.emit(text("lost"));
  await clock.advance(50);
  await expect(log.emit(end)).rejects.toThrow("full");
  await expect(log.emit(text("more"))).rejects.toThrow("full");
  expect({ tries, broken: brokenTimes() }).toEqual({ tries: 1, broken: 1 });
});
