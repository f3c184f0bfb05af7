import { lexer, type Token } from "marked";
import { type BlockShape, blockLines, blocksLines } from "./markdown-lines.js";
import type { Style } from "./style.js";
import type { TextFlow } from "./text-flow.js";

/** A block that grows beyond this is shown in parts: reading it anew at each piece would take ever longer. */
const LONGEST_BLOCK = 4_096;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})[^\n]*\n/u;

/** Blocks after which an empty line ends them for good; a list may go on behind one. */
const CLOSED_BY_SPACE: ReadonlySet<string> = new Set(["paragraph", "heading", "hr", "table", "blockquote"]);

/** Markdown that streams in: finished blocks come out rendered, the unfinished one is rendered anew as it grows. */
export class MarkdownFlow implements TextFlow {
  readonly #style: Style;
  #text = "";
  /** The blocks of the text, so that showing it does not read it again. */
  #tokens: readonly Token[] = [];
  #hasBlocks = false;

  constructor(style: Style) {
    this.#style = style;
  }

  push(piece: string, width: number): readonly string[] {
    const tokens = tokensOf(this.#text + piece);
    const count = countFinished(tokens);
    const finished = tokens.slice(0, count);
    const length = finished.reduce((sum, { raw }) => sum + raw.length, 0);
    this.#text = (this.#text + piece).slice(length);
    this.#tokens = tokens.slice(count);
    const lines = this.#lines(finished, width);
    return this.#text.length > LONGEST_BLOCK ? [...lines, ...this.#cut(width)] : lines;
  }

  rows(width: number): readonly string[] {
    const rows = blocksLines(this.#tokens, this.#shape(width, true));
    return this.#hasBlocks && rows.length > 0 ? ["", ...rows] : rows;
  }

  end(width: number): readonly string[] {
    const lines = this.#lines(this.#tokens, width);
    this.#text = "";
    this.#tokens = [];
    this.#hasBlocks = false;
    return lines;
  }

  /** What is there of a long block is final; code goes on as code. */
  #cut(width: number): readonly string[] {
    const end = cutAt(this.#text);
    const fence = FENCE.exec(this.#text)?.[0] ?? "";
    const lines = this.#lines(tokensOf(this.#text.slice(0, end)), width);
    this.#text = fence + this.#text.slice(end);
    this.#tokens = tokensOf(this.#text);
    return lines;
  }

  #lines(tokens: readonly Token[], width: number): readonly string[] {
    return tokens.flatMap((token) => {
      const lines = blockLines(token, this.#shape(width, false));
      if (lines.length === 0) return [];
      const isFirst = !this.#hasBlocks;
      this.#hasBlocks = true;
      return isFirst ? lines : ["", ...lines];
    });
  }

  #shape(width: number, cutsCode: boolean): BlockShape {
    return { width, style: this.#style, cutsCode };
  }
}

/** Before the last line that is not indented, so that an item of a list stays whole; else the last line, else the end. */
function cutAt(text: string): number {
  const lines = Array.from(text.matchAll(/\n(?=\S)/gu), ({ index }) => index + 1);
  const last = lines.at(-1) ?? 0;
  return last > text.length / 2 ? last : text.lastIndexOf("\n") + 1 || text.length;
}

/** What the library cannot read is shown as it is. */
function tokensOf(text: string): readonly Token[] {
  try {
    return lexer(text);
  } catch {
    return [{ type: "unreadable", raw: text }];
  }
}

function countFinished(tokens: readonly Token[]): number {
  const last = tokens.findLastIndex(({ type }) => type !== "space");
  const token = tokens[last];
  if (token === undefined) return tokens.length;
  const isClosed = last < tokens.length - 1 && CLOSED_BY_SPACE.has(token.type);
  return isClosed ? tokens.length : last;
}
