import fc from "fast-check";
import { expect, it } from "vitest";
import { JsonDepth } from "./json-depth.js";

/** The same count without a jump: byte by byte over the whole text. */
function deepest(text: string): number {
  let depth = 0;
  let most = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index] ?? "";
    if (isInString && letter === "\\") index += 1;
    else if (letter === '"') isInString = !isInString;
    else if (!isInString && "{[".includes(letter)) most = Math.max(most, ++depth);
    else if (!isInString && "}]".includes(letter)) depth -= 1;
  }
  return most;
}

/** Long strings of brackets, quotes and backslashes between real brackets. */
const words = fc.array(fc.constantFrom("[", "]", "{", '"', "\\\\", '\\"', "a", "a".repeat(70)), { maxLength: 40 });
const nested = words.chain((list) =>
  fc.nat(5).map((depth) => `${"[".repeat(depth)}"${list.join("").replaceAll(/(?<!\\)"/g, "")}"${"]".repeat(depth)}`),
);
const texts = fc.array(nested, { maxLength: 5 }).map((list) => `[${list.join(",")}]`);

it("depth is counted right however the text is cut, over strings of any length", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 90 }), (text, size) => {
      const most = deepest(text);
      const exceeds = (limit: number) => {
        const depth = new JsonDepth(limit);
        const bytes = Buffer.from(text);
        for (let at = 0; at < bytes.length; at += size) if (depth.exceeds(bytes.subarray(at, at + size))) return true;
        return false;
      };
      expect(exceeds(most)).toBe(false);
      expect(exceeds(most - 1)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

it("a line break ends a document, also within a string", () => {
  const depth = new JsonDepth(2, { resetOnNewline: true });
  expect(depth.exceeds(Buffer.from('[["open \\'))).toBe(false);
  expect(depth.exceeds(Buffer.from('\n[["'))).toBe(false);
  expect(depth.exceeds(Buffer.from("[[[[\n[["))).toBe(false);
  expect(depth.exceeds(Buffer.from("["))).toBe(true);
});
