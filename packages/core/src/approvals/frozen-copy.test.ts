import { measureLag } from "@loop/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { freezeArgs, freezeArgsInSlices } from "./frozen-args.js";

const anything = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSparseArray: true,
  withTypedArray: true,
  key: fc.oneof(fc.string(), fc.constantFrom("__proto__", "toJSON", "length", "1")),
});

function isFrozenThrough(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozenThrough);
}

test("arguments frozen in slices are those frozen at one go, whatever is given [PER-06]", async () => {
  await fc.assert(
    fc.asyncProperty(anything, async (given) => {
      const sliced = await freezeArgsInSlices(given);
      const whole = freezeArgs(given);
      expect(sliced).toStrictEqual(whole);
      expect(JSON.stringify(sliced)).toBe(JSON.stringify(whole));
      expect(!sliced.ok || isFrozenThrough(sliced.args)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test("a value's own form, its getters, functions and half characters are written as JSON writes them [PER-06]", async () => {
  let reads = 0;
  const given = {
    get counted() {
      reads += 1;
      return reads;
    },
    list: [undefined, () => 1, Symbol("s"), -0, Number.NaN, new Number(4), Object("text"), new Date(0)],
    named: { toJSON: (name: string) => `I am ${name}` },
    gone: undefined,
    half: "\ud800",
    ["__proto__"]: { x: 1 },
  };
  const frozen = await freezeArgsInSlices(given);
  expect(reads).toBe(1);
  expect(JSON.stringify(frozen.ok && frozen.args)).toBe(JSON.stringify({ ...given, counted: 1 }));
  expect(await freezeArgsInSlices({ toJSON: () => 7 })).toEqual({ ok: true, args: 7 });
});

test("what JSON has no form for, circles and great depth are refused in slices too [PER-06]", async () => {
  const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));
  const loop: Record<string, unknown> = {};
  loop.self = loop;
  const refused = [{ big: 1n }, () => 1, nested(501), nested(100_000), loop, { toJSON: () => undefined }];
  for (const given of refused) expect(await freezeArgsInSlices(given)).toEqual({ ok: false });
  expect((await freezeArgsInSlices(nested(500))).ok).toBe(true);
});

test.each([
  ["numbers", Array.from({ length: 4 * 1_024 * 1_024 }, (_, at) => at % 10)],
  ["objects", Array.from({ length: 250_000 }, (_, at) => ({ id: at, name: `n${at}`, tags: ["a"] }))],
  ["one text", { text: "x".repeat(8 * 1_024 * 1_024) }],
])("8 MiB of arguments, %s, are frozen without holding up anybody [PER-06]", async (_, given) => {
  const { value, maxMs } = await measureLag(() => freezeArgsInSlices(given));
  expect(value.ok).toBe(true);
  expect(maxMs).toBeLessThan(150);
});
