import { expect, test } from "vitest";
import { systemClock } from "../kit/clock.js";
import { SCRIPT_LIMITS } from "./limits.js";
import type { EngineHost } from "./script-engine.js";
import { SeatQueue } from "./seat-queue.js";
import { WorkerEngine } from "./worker-engine.js";

const shares = { queue: 6, ownerSeats: 2, ownerQueue: 3 };

test("the owner with the fewest seats comes first, and among equals whoever came first [CM-04]", () => {
  const queue = new SeatQueue<string>(shares);
  queue.hold("a");
  for (const [owner, entry] of [
    ["a", "a1"],
    ["b", "b1"],
    ["c", "c1"],
  ] as const) {
    queue.join(owner, entry);
  }
  const order = [];
  for (let next = queue.next(); next !== null; next = queue.next()) {
    order.push(next.entry);
    queue.hold(next.owner);
  }
  expect(order).toEqual(["b1", "c1", "a1"]);
});

test("an owner who holds a full share waits until a seat comes back; scripts of nobody in particular have no share [CM-04]", () => {
  const queue = new SeatQueue<string>(shares);
  for (const owner of ["a", "a", null, null, null]) queue.hold(owner);
  expect(["a", "b", null].map((owner) => queue.mayHold(owner))).toEqual([false, true, true]);
  queue.join("a", "waits");
  expect(queue.next()).toBeNull();
  queue.giveBack("a");
  expect(queue.next()).toEqual({ owner: "a", entry: "waits" });
});

test("one owner fills a part of the queue, all together the whole, and who leaves makes room [CM-04]", () => {
  const queue = new SeatQueue<string>(shares);
  const join = (owner: string | null, entry: string) => queue.join(owner, entry);
  expect(["1", "2", "3", "4"].map((entry) => join("a", entry))).toEqual([true, true, true, false]);
  expect(["5", "6", "7", "8"].map((entry) => join(null, entry))).toEqual([true, true, true, false]);
  expect([queue.leave("2"), queue.leave("2"), join("a", "9")]).toEqual([true, false, true]);
  expect(queue.takeAll()).toHaveLength(6);
  expect(queue.isEmpty).toBe(true);
});

test("while one account floods the engine with scripts that wait, another's starts at once [CM-04, SEC-01]", async () => {
  const engine = new WorkerEngine(systemClock, { workers: 3, runsPerWorker: 50, ...shares });
  const { activeMs, memoryBytes, stackBytes, consoleCharacters, argumentCharacters } = SCRIPT_LIMITS;
  const run = { namespaces: [], activeMs, memoryBytes, stackBytes, consoleCharacters, argumentCharacters };
  const parked: (() => void)[] = [];
  const host: EngineHost = {
    request: () => new Promise((resolve) => parked.push(() => resolve('{"value":1}'))),
    emit: () => {},
  };
  const { signal } = new AbortController();
  const flood = Array.from({ length: 8 }, () =>
    engine.run({ ...run, owner: "a", source: "return await callTool('a.b')" }, host, signal),
  );
  await expect.poll(() => parked.length, { timeout: 10_000 }).toBe(2);
  for (let round = 0; round < 3; round += 1) {
    const end = await engine.run({ ...run, owner: "b", source: "return 1" }, host, signal);
    expect(end.code).toBe("ok");
  }
  expect(parked).toHaveLength(2);
  for (let done = 0; done < 5; done += 1) {
    await expect.poll(() => parked.length, { timeout: 10_000 }).toBeGreaterThan(done);
    parked[done]?.();
  }
  const codes = (await Promise.all(flood)).map((end) => end.code).sort();
  expect(codes).toEqual(["busy", "busy", "busy", "ok", "ok", "ok", "ok", "ok"]);
  await engine.close();
});
