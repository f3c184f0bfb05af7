import fc from "fast-check";
import { expect, test } from "vitest";
import { visibleSegments } from "./visible-characters.js";

const shown = (text: string, keepsLines = false) =>
  visibleSegments(text, keepsLines)
    .map((segment) => (segment.kind === "text" ? segment.text : `<${segment.label}>`))
    .join("");

test("control, zero-width and bidirectional characters become code points [PRM-05]", () => {
  expect(shown("a\u202Eb\u200Bc\u0007d")).toBe("a<U+202E>b<U+200B>c<U+0007>d");
  expect(shown("\u{E0041}\uFEFF\u00AD\u2028")).toBe("<U+E0041><U+FEFF><U+00AD><U+2028>");
  expect(shown("a\u00A0b c\uD800")).toBe("a<U+00A0>b c<U+D800>");
});

test("lines stay lines only where that is asked for", () => {
  expect(shown("a\n\tb")).toBe("a<U+000A><U+0009>b");
  expect(shown("a\n\tb\r", true)).toBe("a\n\tb<U+000D>");
});

test("plain text of any script is left alone", () => {
  for (const text of ["", "Grüße, Ænima", "漢字 かな", "עברית", "👍 ok"]) expect(shown(text)).toBe(text);
});

test("nothing invisible is ever left in the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const plain = visibleSegments(text).flatMap((segment) => (segment.kind === "text" ? [segment.text] : []));
      expect(plain.join("")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
    }),
    { numRuns: 30 },
  );
});
