import type { MarkedToken, Token, Tokens } from "marked";
import type { Look, Span } from "./styled-rows.js";
import { visibleBlock } from "./visible-text.js";

/** The text of inline tokens as spans. Links show where they lead; nothing in them can be pressed by mistake. */
export function spansOf(tokens: readonly Token[], looks: readonly Look[] = []): readonly Span[] {
  const spans = tokens.flatMap((token) => (isKnown(token) ? spansOfOne(token, looks) : [{ text: token.raw, looks }]));
  // The library turns entities such as &#27; into characters, after the text was made safe.
  return spans.map((span) => ({ ...span, text: visibleBlock(span.text) }));
}

function spansOfOne(token: MarkedToken, looks: readonly Look[]): readonly Span[] {
  switch (token.type) {
    case "paragraph":
      return spansOf(token.tokens, looks);
    case "strong":
      return spansOf(token.tokens, [...looks, "bold"]);
    case "em":
      return spansOf(token.tokens, [...looks, "italic"]);
    case "del":
      return spansOf(token.tokens, [...looks, "struck"]);
    case "codespan":
      return [{ text: token.text, looks: [...looks, "code"] }];
    case "br":
      return [{ text: "\n", looks }];
    case "link":
      return linkSpans(token, looks);
    case "image":
      return [{ text: `[picture: ${plain(token.text)}] (${token.href})`, looks }];
    case "checkbox":
      return [{ text: token.checked ? "[x] " : "[ ] ", looks }];
    case "text":
      return token.tokens === undefined ? [flat(token.raw, looks)] : spansOf(token.tokens, looks);
    case "escape":
      return [flat(token.text, looks)];
    default:
      return [flat(token.raw, looks)];
  }
}

function linkSpans({ tokens, href, text }: Tokens.Link, looks: readonly Look[]): readonly Span[] {
  const shown = spansOf(tokens, [...looks, "underline"]);
  const isItself = plain(text) === href || `mailto:${plain(text)}` === href;
  return isItself ? shown : [...shown, { text: ` (${href})`, looks: [...looks, "dim"] }];
}

/** A line break in the source is a space in the text. */
function flat(text: string, looks: readonly Look[]): Span {
  return { text: plain(text).replaceAll("\n", " "), looks };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
};

/** Only the characters that Markdown itself needs written so; no other entity becomes a character here. */
export function plain(text: string): string {
  return text.replace(/&(?:lt|gt|quot|#39|amp);/gu, (entity) => ENTITIES[entity] ?? entity);
}

const KNOWN: ReadonlySet<string> = new Set([
  "blockquote",
  "br",
  "checkbox",
  "code",
  "codespan",
  "def",
  "del",
  "em",
  "escape",
  "heading",
  "hr",
  "html",
  "image",
  "link",
  "list",
  "list_item",
  "paragraph",
  "space",
  "strong",
  "table",
  "text",
] satisfies MarkedToken["type"][]);

/** Extensions could make others; Loop has none. */
export function isKnown(token: Token): token is MarkedToken {
  return KNOWN.has(token.type);
}
