import { measureLag } from "@loop/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonTooDeepError, parseJsonInSlices } from "./json-in-slices.js";
import { isDeepInSlices, isDeepJson } from "./json-shape.js";
import { jsonTextInSlices } from "./json-text-in-slices.js";

const maxDepth = 50;

const outcome = async (parse: () => unknown) => {
  try {
    return { value: await parse() };
  } catch (error) {
    return { failed: error instanceof SyntaxError };
  }
};

const spaced = fc.tuple(fc.jsonValue({ noUnicodeString: false, maxDepth: 6 }), fc.constantFrom(0, 1, "\t"));

describe("JSON in slices", () => {
  it("gives what the engine's own parser gives, for any value, spacing and size of piece", async () => {
    await fc.assert(
      fc.asyncProperty(spaced, fc.integer({ min: 1, max: 40 }), async ([value, space], piece) => {
        const text = ` ${JSON.stringify(value, null, space)}\n`;
        expect(await parseJsonInSlices(Buffer.from(text), { maxDepth, pieceBytes: piece })).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it("refuses and takes the same broken texts as the engine's own parser", async () => {
    const spoilt = fc.tuple(
      spaced,
      fc.nat(),
      fc.constantFrom("", ",", "[", "]", "{", "}", ":", '"', "\\", "1", " ", "\n"),
    );
    await fc.assert(
      fc.asyncProperty(spoilt, fc.integer({ min: 1, max: 40 }), async ([[value, space], place, mark], piece) => {
        const text = JSON.stringify(value, null, space);
        const at = place % (text.length + 1);
        const bytes = Buffer.from(text.slice(0, at) + mark + text.slice(at + (place % 2)));
        const expected = await outcome(() => JSON.parse(bytes.toString("utf8")));
        expect(await outcome(() => parseJsonInSlices(bytes, { maxDepth, pieceBytes: piece }))).toEqual(expected);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    '{"__proto__": {"polluted": [1, 2, 3, 4, 5, 6, 7, 8]}, "a": 1}',
    '{"a": 1, "a": {"b": "a longer text than a piece"}, "2": 2, "1": [1, 2, 3, 4, 5]}',
    '{"a name that is longer than one piece is": "a text that is, too"}',
    '["\\ud83d\\ude00\\ud83d\\ude00", "äöü日本語😀", "\\\\\\\\\\\\\\""]',
    '"nothing but one text that is long"',
    "[[], {}, [[[[[[[[]]]]]]]], {}, []]",
  ])("gives the same for %s", async (text) => {
    const parsed = await parseJsonInSlices(Buffer.from(text), { maxDepth, pieceBytes: 4 });
    expect(parsed).toEqual(JSON.parse(text));
    expect(JSON.stringify(parsed)).toBe(JSON.stringify(JSON.parse(text)));
    expect(Object.getPrototypeOf(parsed)).toBe(Object.getPrototypeOf(JSON.parse(text)));
  });

  it("refuses a text that is deeper than allowed, and takes one that is as deep", async () => {
    const nested = (depth: number) => Buffer.from("[".repeat(depth) + "]".repeat(depth));
    await expect(parseJsonInSlices(nested(maxDepth + 1), { maxDepth })).rejects.toThrow(JsonTooDeepError);
    const parsed = await parseJsonInSlices(nested(maxDepth), { maxDepth });
    expect(parsed).toEqual(JSON.parse(nested(maxDepth).toString()));
  });

  it("lets others run many times while it parses 8 MiB of objects", async () => {
    const row = { id: 1, name: "a row", tags: ["a", "b"], nested: { x: 1.5, y: true, z: null } };
    const bytes = Buffer.from(JSON.stringify({ rows: Array.from({ length: 100_000 }, () => row) }));
    let turns = 0;
    let isRunning = true;
    const turn = () => {
      turns += 1;
      if (isRunning) setImmediate(turn);
    };
    setImmediate(turn);
    await parseJsonInSlices(bytes, { maxDepth });
    isRunning = false;
    expect(turns).toBeGreaterThan(5);
  });
});

it("depth in slices is the depth that is told at one go", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 7 }), fc.nat(6), async (value, limit) => {
      expect(await isDeepInSlices(value, limit)).toBe(isDeepJson(value, limit));
    }),
  );
});

it("text in slices is the engine's own text, of small values and of large ones", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.boolean(), async (value, isLarge) => {
      const parsed: unknown = JSON.parse(JSON.stringify(isLarge ? { many: Array(700).fill(value), value } : value));
      expect(await jsonTextInSlices(parsed)).toBe(JSON.stringify(parsed));
    }),
  );
});

it.each([
  ["a long list of numbers", Array.from({ length: 9_000 }, (_, at) => at % 7)],
  ["lists in lists", Array.from({ length: 50 }, () => Array.from({ length: 900 }, (_, at) => [at]))],
  ["many members", Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`m${at}`, at % 2 ? at : { at }]))],
  ["a long text of characters in two halves", { text: `x${"😀".repeat(70_000)}\ud83d"\n` }],
  ["many texts", Array.from({ length: 300 }, (_, at) => "é\n".repeat(at * 10))],
])("writes %s as the engine does", async (_, value) => {
  expect((await jsonTextInSlices(value)) === JSON.stringify(value)).toBe(true);
});

it("writes 8 MiB of numbers with no stop that anybody would notice", async () => {
  const numbers = Array.from({ length: 4 * 1_024 * 1_024 }, (_, at) => at % 10);
  const { value, maxMs } = await measureLag(() => jsonTextInSlices(numbers));
  expect(value).toHaveLength(2 * numbers.length + 1);
  expect(maxMs).toBeLessThan(150);
});
