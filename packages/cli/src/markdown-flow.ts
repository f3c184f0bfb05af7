import { lexer, type Token } from "marked";
import { type BlockShape, blockLines, blocksLines } from "./markdown-lines.js";
import type { Style } from "./style.js";
import type { TextFlow } from "./text-flow.js";

/** A block that grows beyond this is shown in parts: reading it anew at each piece would take ever longer. */
const LONGEST_BLOCK = 16_384;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})[^\n]*\n/u;

/** Blocks after which an empty line ends them for good; a list may go on behind one. */
const CLOSED_BY_SPACE: ReadonlySet<string> = new Set(["paragraph", "heading", "hr", "table", "blockquote"]);

/** Markdown that streams in: finished blocks come out rendered, the unfinished one is rendered anew as it grows. */
export class MarkdownFlow implements TextFlow {
  readonly #style: Style;
  #text = "";
  #hasBlocks = false;

  constructor(style: Style) {
    this.#style = style;
  }

  push(piece: string, width: number): readonly string[] {
    this.#text += piece;
    const tokens = lexer(this.#text);
    const finished = tokens.slice(0, countFinished(tokens));
    this.#text = this.#text.slice(finished.reduce((length, { raw }) => length + raw.length, 0));
    const lines = this.#lines(finished, width);
    return this.#text.length > LONGEST_BLOCK ? [...lines, ...this.#cut(width)] : lines;
  }

  rows(width: number): readonly string[] {
    const rows = blocksLines(lexer(this.#text), this.#shape(width, true));
    return this.#hasBlocks && rows.length > 0 ? ["", ...rows] : rows;
  }

  end(width: number): readonly string[] {
    const lines = this.#lines(lexer(this.#text), width);
    this.#text = "";
    this.#hasBlocks = false;
    return lines;
  }

  /** What is there of a long block is final; code goes on as code. */
  #cut(width: number): readonly string[] {
    const end = this.#text.lastIndexOf("\n") + 1 || this.#text.length;
    const fence = FENCE.exec(this.#text)?.[0] ?? "";
    const lines = this.#lines(lexer(this.#text.slice(0, end)), width);
    this.#text = fence + this.#text.slice(end);
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

function countFinished(tokens: readonly Token[]): number {
  const last = tokens.findLastIndex(({ type }) => type !== "space");
  const token = tokens[last];
  if (token === undefined) return tokens.length;
  const isClosed = last < tokens.length - 1 && CLOSED_BY_SPACE.has(token.type);
  return isClosed ? tokens.length : last;
}
