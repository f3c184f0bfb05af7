/** A stretch of text, or one character that would not be seen. */
export type Segment =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "hidden"; readonly label: string };

/**
 * Control, format and ignorable characters (zero-width, bidirectional, tags, variation selectors), lone surrogates,
 * line and paragraph separators, and every space but the common one.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}]/gu;

/** Splits text so that nothing in it stays invisible; hidden characters become code points like U+202E. */
export function visibleSegments(text: string, keepsLines = false): readonly Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match[0] === " ") continue;
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
