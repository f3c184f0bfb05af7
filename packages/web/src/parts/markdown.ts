import DOMPurify from "dompurify";
import { Marked, type Token, type Tokens } from "marked";

/** A top-level block of a text; equal `raw` means equal rendering, so finished blocks are rendered once. */
export interface Block {
  readonly raw: string;
  readonly token: Token;
}

const marked = new Marked({
  gfm: true,
  renderer: {
    // Raw HTML is shown as the text it is.
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    // The page has its own first two levels.
    heading({ tokens, depth }: Tokens.Heading) {
      const level = depth < 3 ? 3 : 4;
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
    },
    // A picture from elsewhere would tell its server what is being read.
    image: ({ href, text }: Tokens.Image) => `<span class="no-image">[${escapeHtml(text || href)}]</span>`,
    checkbox: ({ checked }: Tokens.Checkbox) => (checked ? "[x] " : "[ ] "),
  },
});

export function markdownBlocks(text: string): readonly Block[] {
  return marked
    .lexer(text)
    .filter((token) => token.type !== "space" && token.type !== "def")
    .map((token) => ({ raw: token.raw, token }));
}

/** Code in a text; the language as its fence names it, or "". */
export interface Code {
  readonly language: string;
  readonly code: string;
}

/** The code, where the whole block is one. */
export function codeBlock({ token }: Block): Code | null {
  return isCode(token) ? { language: token.lang ?? "", code: token.text } : null;
}

/** All code inside a block, in the order of its HTML. */
export function codesIn({ token }: Block): readonly Code[] {
  const found: Code[] = [];
  void marked.walkTokens([token], (inner) => {
    if (isCode(inner)) found.push({ language: inner.lang ?? "", code: inner.text });
  });
  return found;
}

function isCode(token: Token): token is Tokens.Code {
  return token.type === "code";
}

/** HTML of one block, before it is cleaned. */
export function unsafeBlockHtml(block: Block): string {
  return marked.parser([block.token]);
}

const ALLOWED_TAGS = [
  ..."a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr i li ol p pre s span strong sub sup".split(" "),
  ..."table tbody td th thead tr ul".split(" "),
];

/** Clean HTML of one block: known tags, links that lead out without a trace, nothing that loads. */
export function blockHtml(block: Block): string {
  const fragment = DOMPurify.sanitize(unsafeBlockHtml(block), {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ["href", "class", "align", "start"],
    ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const element of fragment.querySelectorAll("[class]")) {
    if (element.className !== "no-image") element.removeAttribute("class");
  }
  for (const link of fragment.querySelectorAll("a")) {
    link.setAttribute("rel", "noopener noreferrer nofollow");
    link.setAttribute("target", "_blank");
  }
  const holder = document.createElement("div");
  holder.append(fragment);
  return holder.innerHTML;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Scripts without spaces, and long addresses, are not held back. */
const LONGEST_WORD = 24;

/** Streamed text appears in whole words: what may still be half a word waits. */
export function wholeWords(text: string): string {
  const end = text.search(/\S+$/);
  return end === -1 || text.length - end > LONGEST_WORD ? text : text.slice(0, end);
}
