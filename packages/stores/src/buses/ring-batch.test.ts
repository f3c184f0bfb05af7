import { describe, expect, test } from "vitest";
import { decodeBatch, encodeBatches, GatheredRings } from "./ring-batch.js";

describe("gathered rings", () => {
  test("of one place the latest is kept, and a ring without a number beside one with", () => {
    const gathered = new GatheredRings(10);
    for (const seq of [1, 3, 2]) gathered.add({ topic: "t", id: "a", seq });
    gathered.add({ topic: "t", id: "a" });
    gathered.add({ topic: "t", id: "a" });
    expect(gathered.take()).toEqual([
      { topic: "t", id: "a", seq: 3 },
      { topic: "t", id: "a" },
    ]);
    expect(gathered.isEmpty).toBe(true);
  });

  test("they never grow beyond their most", () => {
    const gathered = new GatheredRings(3);
    for (let n = 0; n < 100; n += 1) gathered.add({ topic: "t", id: `${n}` });
    gathered.add({ topic: "t", id: "0", seq: 1 });
    expect(gathered.take()).toHaveLength(3);
  });
});

describe("batches", () => {
  const from = "replica";
  const rings = Array.from({ length: 500 }, (_, n) => ({
    topic: `account:ä${n}`,
    id: "\0",
    ...(n % 2 ? { seq: n } : {}),
  }));

  test("hold every ring in order, and none is longer than it may be", () => {
    const texts = encodeBatches({ from, rings }, 800);
    expect(Math.max(...texts.map((text) => Buffer.byteLength(text)))).toBeLessThanOrEqual(800);
    expect(texts.length).toBeLessThan(40);
    expect(texts.map((text) => decodeBatch(text)).flatMap((batch) => batch?.rings ?? [])).toEqual(rings);
    expect(decodeBatch(texts[0] ?? "")?.from).toBe(from);
  });

  test("a ring that is too long by itself is lost, and the others are not", () => {
    const long = { topic: "t", id: "x".repeat(900) };
    const texts = encodeBatches({ from, rings: [long, ...rings.slice(0, 3), long] }, 800);
    expect(texts.flatMap((text) => decodeBatch(text)?.rings ?? [])).toEqual(rings.slice(0, 3));
    expect(encodeBatches({ from, rings: [] }, 800)).toEqual([]);
  });

  test.each(["", "{", "null", "3", '"x"', "[]", '["a"]', "[1,[]]", '["a",{}]'])(
    "%j of somebody else is ignored",
    (text) => {
      expect(decodeBatch(text)).toBeNull();
    },
  );

  test("what is no ring in a batch is left out", () => {
    const text = JSON.stringify(["a", [["t", "1", 2], ["t"], [1, "2"], ["t", "3", "4"], null, ["t", "5"]]]);
    expect(decodeBatch(text)?.rings).toEqual([
      { topic: "t", id: "1", seq: 2 },
      { topic: "t", id: "5" },
    ]);
  });
});
