import { expect, test } from "vitest";
import { readLabel } from "./server-label.js";

test.each([
  ["Hangul fillers", "\u3164"],
  ["fillers between letters", "Ma\u115fil"],
  ["a half-width filler", "\uffa0Mail"],
  ["a Braille cell without a dot", "\u2800"],
  ["a grapheme joiner", "Ma\u034fil"],
  ["variation selectors after a letter", "Mail\ufe0f"],
  ["a joiner after a letter", "Mail\u200d"],
  ["tags", "Mail\u{e0041}"],
])("%s, which nobody sees, are in no label: two cards would look the same [SRV-03] [NAM-01]", (_what, label) => {
  expect(readLabel(label)).toEqual({ ok: false, code: "config-control-character" });
});

test.each(["日本語", "العربية", "हिन्दी", "Ünïcödé", "👨‍👩‍👧", "❤️ Mail", "1️⃣", "👍🏽", "Mail 2"])(
  "%s is a label as it stands [SRV-03]",
  (label) => expect(readLabel(label)).toEqual({ ok: true, value: label }),
);
