import type { SessionEvent } from "@loop/contract";
import type { StoredEvent, TurnLease, TurnStore } from "@loop/core/host";
import { manualClock } from "@loop/testkit";
import { expect, test } from "vitest";
import { RunningTurn, type TurnWork } from "./running-turn.js";

const lease: TurnLease = { turnId: "t", conversationId: "c", accountId: "a", owner: "o" };
const base = { turnId: "t", at: "2030-01-01T00:00:00.000Z" };
const stopped: SessionEvent = { ...base, type: "turn-end", reason: "stopped", code: "turn-stopped" };

/** The part of a store a turn's lease rests on, with a switch for each way of failing. */
function leaseStore(renew: () => Promise<boolean>) {
  const written: SessionEvent[] = [];
  const turns: Pick<TurnStore, "append" | "renew" | "appendMessages" | "recordDispatch"> = {
    async append(_lease, events): Promise<readonly StoredEvent[]> {
      written.push(...events);
      return [];
    },
    renew,
    appendMessages: async () => undefined,
    recordDispatch: async () => true,
  };
  return { turns, written };
}

/** Works until it is stopped, then ends as a session does. */
const untilStopped: TurnWork = async (host, signal) => {
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
  await host.emit(stopped);
};

function turnOver(renew: () => Promise<boolean>) {
  const clock = manualClock();
  const store = leaseStore(renew);
  const turn = new RunningTurn({
    lease,
    leaseMs: 9_000,
    turns: store.turns,
    setup: null,
    clock,
    report: () => undefined,
  });
  return { clock, turn, written: store.written };
}

test("a running turn renews its lease every three seconds and stops doing so at its end", async () => {
  let renewals = 0;
  const { clock, turn, written } = turnOver(async () => {
    renewals += 1;
    return true;
  });
  const over = turn.run(untilStopped);
  await clock.advance(9_000);
  expect(renewals).toBe(3);
  turn.cancel();
  expect(await over).toBe(true);
  await clock.advance(60_000);
  expect({ renewals, timers: clock.pending, written }).toEqual({ renewals: 3, timers: 0, written: [stopped] });
});

test("an owner that cannot renew stops by itself after seven seconds, and not before [ASK-05]", async () => {
  const { clock, turn } = turnOver(async () => {
    throw new Error("disk full");
  });
  let isOver = false;
  const over = turn.run(untilStopped).then((isWhole) => {
    isOver = true;
    return isWhole;
  });
  await clock.advance(6_999);
  expect(isOver).toBe(false);
  await clock.advance(1);
  expect(await over).toBe(false);
});

test("a renewal that never answers does not keep the owner alive [ASK-05]", async () => {
  const { clock, turn } = turnOver(() => new Promise(() => undefined));
  const over = turn.run(untilStopped);
  await clock.advance(7_000);
  expect(await over).toBe(false);
});

test("a lease that somebody else took ends the work at once [ASK-05]", async () => {
  const { clock, turn } = turnOver(async () => false);
  const over = turn.run(untilStopped);
  await clock.advance(3_000);
  expect(await over).toBe(false);
});

test("a turn whose host goes away ends as interrupted", async () => {
  const { turn, written } = turnOver(async () => true);
  const over = turn.run(untilStopped);
  turn.interrupt();
  await over;
  expect(written).toEqual([{ ...base, type: "turn-end", reason: "interrupted", code: "turn-interrupted" }]);
});

test("work that breaks off without an end still ends its turn, as failed", async () => {
  const { turn, written } = turnOver(async () => true);
  await turn.run(async () => {
    throw new Error("a fault");
  });
  expect(written).toMatchObject([{ type: "turn-end", reason: "failed", code: "turn-failed" }]);
});

test("the start that was stored with the turn is not written again", async () => {
  const { turn, written } = turnOver(async () => true);
  await turn.run(async (host) => {
    await host.emit({ ...base, type: "turn-start", origin: { kind: "prompt", text: "x" } });
    await host.emit({ ...base, type: "turn-end", reason: "done" });
  });
  expect(written).toEqual([{ ...base, type: "turn-end", reason: "done" }]);
});
