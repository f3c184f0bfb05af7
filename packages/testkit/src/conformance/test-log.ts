import { emptyTimeline, foldEvents, type SessionEvent, type Timeline } from "@loop/contract";
import type { StoredEvent, Stores, TurnLease } from "@loop/core/host";
import { expect, test } from "vitest";
import {
  ask,
  callStart,
  countTo,
  eventOf,
  newTurn,
  type OpenReplicas,
  openWorld,
  questionOf,
  startTurn,
  textDelta,
  turnEnd,
} from "./replicas.js";

export function testLog(open: OpenReplicas): void {
  testNumbers(open);
  testReading(open);
  testMergedText(open);
}

function testNumbers(open: OpenReplicas): void {
  test("numbers of an account rise by one, however many write at once", async () => {
    const world = await openWorld(open);
    const leases = await Promise.all(countTo(10).map((n) => startTurn(world, { name: `${n}` })));
    const writes = leases.flatMap((lease, at) =>
      countTo(10).map(async (n) => {
        const stores = (at + n) % 2 === 0 ? world.first : world.second;
        await stores.turns.append(lease, [callStart(lease, `${n}a`), callStart(lease, `${n}b`)]);
      }),
    );
    await Promise.all(writes);
    const events = await readAll(world.second);
    expect(events.map((event) => event.seq)).toEqual(countTo(10 * 2 + 10 * 10 * 2));
    expect(await world.first.events.lastSeq("alice")).toBe(events.length);
  });

  test("a change that fails gives no number away", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world);
    await ask(world.first, lease, "q");
    const before = await readAll(world.first);
    const again = questionOf(lease, "q");
    const asked = eventOf(lease, { type: "approval-request", callId: again.callId, request: again });
    await expect(world.first.turns.append(lease, [textDelta(lease, "lost"), asked])).rejects.toThrow();
    expect(await readAll(world.first)).toEqual(before);
    const [next] = await world.first.turns.append(lease, [textDelta(lease, "kept")]);
    expect(next?.seq).toBe(before.length + 1);
  });

  test("an account nobody knows has read nothing yet", async () => {
    const { first } = await openWorld(open);
    expect(await first.events.lastSeq("nobody")).toBe(0);
    expect(await first.events.after({ accountId: "nobody", seq: 0, limit: 10 })).toEqual([]);
  });
}

function testReading(open: OpenReplicas): void {
  test("events of one type are read alone, page by page", async () => {
    const world = await openWorld(open);
    for (const name of ["1", "2", "3"]) {
      const lease = await startTurn(world, { name });
      await world.first.turns.append(lease, [textDelta(lease, "words"), turnEnd(lease)]);
    }
    const page = (seq: number) => world.second.events.after({ accountId: "alice", seq, limit: 2, type: "turn-end" });
    const first = await page(0);
    const rest = await page(first.at(-1)?.seq ?? 0);
    expect([...first, ...rest].map(({ type }) => type)).toEqual(["turn-end", "turn-end", "turn-end"]);
    expect(await page(rest.at(-1)?.seq ?? 0)).toEqual([]);
  });

  test("what is read is what was appended, with its number and conversation", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world);
    const event = eventOf(lease, {
      type: "call-end",
      callId: "c",
      status: "ok",
      result: [{ type: "image", mimeType: "image/png", data: "AAAA" }],
      durationMs: 12,
    });
    const stored = await world.first.turns.append(lease, [event]);
    expect(stored).toEqual([{ ...event, seq: 3, conversationId: lease.conversationId }]);
    expect(await world.second.events.after({ accountId: "alice", seq: 2, limit: 10 })).toEqual(stored);
  });

  test("a reader pages through one conversation or through all of an account", async () => {
    const world = await openWorld(open);
    const one = await startTurn(world, { name: "one" });
    const two = await startTurn(world, { name: "two" });
    for (const lease of [one, two, one]) await world.first.turns.append(lease, [textDelta(lease, "x")]);
    const query = { accountId: "alice", seq: 2, limit: 2 };
    expect((await world.second.events.after(query)).map((event) => event.seq)).toEqual([3, 4]);
    const ofOne = await world.second.events.after({ ...query, conversationId: one.conversationId });
    expect(ofOne.map((event) => event.seq)).toEqual([5, 7]);
  });

  test("a page ends before it would have too many bytes, and always has an event [SEC-01]", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world);
    const sizes = [10, 10, 5_000, 10, 3_000, 3_000];
    for (const size of sizes) await world.first.turns.append(lease, [textDelta(lease, "ä".repeat(size / 2))]);
    const pages: number[][] = [];
    for (let seq = 2; ; ) {
      const page = await world.second.events.after({ accountId: "alice", seq, limit: 4, maxBytes: 4_000 });
      if (page.length === 0) break;
      pages.push(page.map((event) => event.seq));
      seq = page.at(-1)?.seq ?? seq;
    }
    expect(pages).toEqual([[3, 4], [5], [6, 7], [8]]);
  });

  test("a long list of events is appended as one", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world);
    const stored = await world.first.turns.append(
      lease,
      countTo(2_500).map((n) => textDelta(lease, `${n} `)),
    );
    expect(stored.at(-1)?.seq).toBe(2_502);
    expect(await readAll(world.second)).toHaveLength(2_502);
  });
}

function testMergedText(open: OpenReplicas): void {
  test("after a turn its text takes few rows, and a reader who left off anywhere reads it once", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world, { name: "one" });
    const other = await startTurn(world, { name: "two" });
    for (const [index, events] of wordy(lease).entries()) {
      await world.first.turns.append(lease, events);
      if (index % 3 === 0) await world.first.turns.append(other, [textDelta(other, "elsewhere ")]);
    }
    const before = await readAll(world.first);
    const [end] = await world.first.turns.append(lease, [turnEnd(lease)]);
    if (end === undefined) throw new Error("the end was not stored");
    const all = [...before, end];
    expect((await readAll(world.second, { joinText: true })).length).toBeLessThan(all.length);

    const whole = timelineOf(all, lease);
    for (const cursor of [0, ...all.map((event) => event.seq)]) {
      const rest = all.filter((event) => event.seq > cursor);
      const read = timelineOf(all.slice(0, all.length - rest.length), lease);
      for (const limit of [1, 2, 3, 500]) {
        expect(await readAll(world.second, { after: cursor, limit })).toEqual(rest);
        const joined = await readAll(world.second, { after: cursor, limit, joinText: true });
        expect(timelineOf(joined, lease, read)).toEqual(whole);
      }
    }
  });

  test("a reader that is ahead of its own cursor reads no text twice after a turn", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world);
    for (const text of ["a", "b", "c", "d"]) await world.first.turns.append(lease, [textDelta(lease, text)]);
    const ahead = timelineOf(await readAll(world.first, { limit: 5 }), lease);
    await world.first.turns.append(lease, [turnEnd(lease)]);
    for (const after of countTo(5)) {
      const timeline = timelineOf(await readAll(world.second, { after }), lease, ahead);
      expect(timeline.entries).toMatchObject([{ kind: "user" }, { kind: "assistant", text: "abcd" }]);
    }
  });

  test("a turn that was cut off is merged as well, and the next one is not touched", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world);
    for (const text of ["a", "b", "c"]) await world.first.turns.append(lease, [textDelta(lease, text)]);
    await world.first.turns.reap({ owner: "second", all: true });
    const conversation = { accountId: "alice", id: lease.conversationId };
    const next = await world.first.turns.begin(newTurn(conversation, "next", { owner: "second" }));
    if (next === null) throw new Error("the conversation is free");
    for (const text of ["d", "e"]) await world.first.turns.append(next.lease, [textDelta(next.lease, text)]);
    const events = await readAll(world.first, { joinText: true });
    expect(events.map((event) => (event.type === "text-delta" ? event.text : event.type))).toEqual([
      "conversation",
      "turn-start",
      "abc",
      "turn-end",
      "turn-start",
      "d",
      "e",
    ]);
  });
}

/** Text, thoughts and steps as a turn mixes them, among them half a character. */
function wordy(lease: TurnLease): readonly (readonly SessionEvent[])[] {
  const thought = (text: string) => eventOf(lease, { type: "reasoning-delta", text });
  return [
    [thought("I "), thought("see. ")],
    [thought("")],
    [textDelta(lease, "Half of 🦷: \ud83e")],
    [textDelta(lease, "\uddb7, "), textDelta(lease, "done. ")],
    [callStart(lease, "c")],
    [eventOf(lease, { type: "call-end", callId: "c", status: "ok" })],
    [textDelta(lease, "Then ")],
    [textDelta(lease, "this.")],
  ];
}

function timelineOf(events: readonly StoredEvent[], lease: TurnLease, start: Timeline = emptyTimeline): Timeline {
  const own = events.filter(
    (event): event is SessionEvent & StoredEvent => "turnId" in event && event.turnId === lease.turnId,
  );
  return foldEvents(own, start);
}

async function readAll(
  stores: Stores,
  options: { readonly after?: number; readonly limit?: number; readonly joinText?: boolean } = {},
): Promise<readonly StoredEvent[]> {
  const { after = 0, limit = 500, joinText = false } = options;
  const events: StoredEvent[] = [];
  for (let seq = after; ; ) {
    const page = await stores.events.after({ accountId: "alice", seq, limit, joinText });
    events.push(...page);
    const last = page.at(-1);
    if (last === undefined) return events;
    seq = last.seq;
  }
}
