/** A stretch of text, or one character that would not be seen. */
export type Segment =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "hidden"; readonly label: string };

/**
 * Control characters (but line feed and tab where `keepsLines`), zero-width characters, bidirectional controls,
 * soft hyphens, tags, variation selectors, odd spaces, line and paragraph separators and lone surrogates.
 */
const HIDDEN =
  /[\p{Cc}\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000\u3164\uFE00-\uFE0E\uFEFF\uFFA0\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]|\p{Cs}/gu;

/** Splits text so that nothing in it stays invisible; hidden characters become code points like U+202E. */
export function visibleSegments(text: string, keepsLines = false): readonly Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (keepsLines && (match[0] === "\n" || match[0] === "\t")) continue;
    if (match.index > from) segments.push({ kind: "text", text: text.slice(from, match.index) });
    segments.push({ kind: "hidden", label: codePoint(match[0]) });
    from = match.index + match[0].length;
  }
  if (from < text.length) segments.push({ kind: "text", text: text.slice(from) });
  return segments;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
