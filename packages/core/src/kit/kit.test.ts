import { manualClock } from "@loop/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ByteLines } from "./byte-lines.js";
import { ByteRing } from "./byte-ring.js";
import { systemClock } from "./clock.js";
import { DeadlineError, pause, withDeadline } from "./deadline.js";
import { SerialQueue } from "./serial-queue.js";

const never = () => new Promise<never>(() => undefined);

describe("withDeadline", () => {
  test("gives the answer and leaves no timer", async () => {
    const clock = manualClock();
    expect(await withDeadline({ clock, ms: 100 }, async () => "answer")).toBe("answer");
    expect(clock.pending).toBe(0);
  });

  test("ends a wait at its time and tells the work", async () => {
    const clock = manualClock();
    let told = false;
    const wait = withDeadline({ clock, ms: 100 }, (signal) => {
      signal.addEventListener("abort", () => {
        told = true;
      });
      return never();
    });
    const ended = expect(wait).rejects.toBeInstanceOf(DeadlineError);
    await clock.advance(99);
    expect(told).toBe(false);
    await clock.advance(1);
    await ended;
    expect(told).toBe(true);
  });

  test("ends with the caller's reason, also when it came before", async () => {
    const clock = manualClock();
    const stop = new AbortController();
    const wait = withDeadline({ clock, ms: 100, signal: stop.signal }, never);
    stop.abort("enough");
    await expect(wait).rejects.toBe("enough");
    await expect(withDeadline({ clock, ms: 1, signal: stop.signal }, never)).rejects.toBe("enough");
    expect(clock.pending).toBe(0);
  });

  test("work that fails late or at once disturbs nobody", async () => {
    const clock = manualClock();
    let fail: (error: Error) => void = () => undefined;
    const wait = withDeadline({ clock, ms: 1 }, () => new Promise<never>((_, reject) => (fail = reject)));
    const ended = expect(wait).rejects.toBeInstanceOf(DeadlineError);
    await clock.advance(1);
    await ended;
    fail(new Error("late"));
    const thrown = withDeadline({ clock, ms: 1 }, () => {
      throw new Error("at once");
    });
    await expect(thrown).rejects.toThrow("at once");
    expect(clock.pending).toBe(0);
  });

  test("a pause ends by time or by signal, without a rejection", async () => {
    const clock = manualClock();
    const stop = new AbortController();
    const both = Promise.all([pause({ clock, ms: 10 }), pause({ clock, ms: 1_000, signal: stop.signal })]);
    await clock.advance(10);
    stop.abort();
    await both;
    await pause({ clock: systemClock, ms: 1 });
  });
});

test("a queue runs one task at a time, in order, and goes on after a failure", async () => {
  const queue = new SerialQueue();
  const seen: string[] = [];
  const task = (name: string, fails = false) =>
    queue.run(async () => {
      seen.push(`${name} begins`);
      await Promise.resolve();
      seen.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const results = await Promise.allSettled([task("a"), task("b", true), task("c")]);
  expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(seen).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  await queue.idle();
});

describe("ByteLines", () => {
  function cut(chunks: readonly Buffer[], maxLineBytes = 1_000) {
    const lines: string[] = [];
    const oversized: { head: string; tail: string }[] = [];
    const reader = new ByteLines({
      maxLineBytes,
      onLine: (line) => lines.push(line.toString("utf8")),
      onOversized: ({ head, tail }) => oversized.push({ head: head.toString("utf8"), tail: tail.toString("utf8") }),
    });
    for (const chunk of chunks) reader.push(chunk);
    return { lines, oversized };
  }

  test("gives the same lines wherever the bytes are cut", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.array(fc.nat(40), { maxLength: 30 }), (texts, cuts) => {
        const lines = texts.map((text) => text.replace(/[\r\n]/g, "")).filter((text) => text !== "");
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
        const ends = [...new Set(cuts.map((at) => Math.min(at, bytes.length)))].sort((left, right) => left - right);
        const chunks = [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
        expect(cut(chunks).lines).toEqual(lines);
      }),
    );
  });

  test("an oversized line is lost alone, and its ends are kept", () => {
    const long = `head ${"x".repeat(5_000)} tail`;
    const { lines, oversized } = cut([Buffer.from("one\n"), Buffer.from(long), Buffer.from("!\ntwo\r\n\n")]);
    expect(lines).toEqual(["one", "two"]);
    expect(oversized).toHaveLength(1);
    expect(oversized[0]?.head.startsWith("head ")).toBe(true);
    expect(oversized[0]?.tail.endsWith(" tail!")).toBe(true);
  });

  test("a large line in many pieces takes time in proportion to its length", () => {
    const time = (megabytes: number) => {
      const chunk = Buffer.alloc(65_536, 0x61);
      const began = performance.now();
      cut([...Array.from({ length: megabytes * 16 }, () => chunk), Buffer.from("\n")], 1e9);
      return performance.now() - began;
    };
    time(2);
    expect(time(32)).toBeLessThan(Math.max(20 * time(4), 400));
  });
});

test("a ring keeps the last bytes", () => {
  const ring = new ByteRing(8);
  for (const text of ["abc", "defgh", "ij", "x".repeat(20), "yz"]) ring.push(Buffer.from(text));
  expect(ring.bytes().toString()).toBe("xxxxxxyz");
});
