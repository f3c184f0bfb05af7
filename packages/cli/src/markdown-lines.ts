import type { MarkedToken, Token, Tokens } from "marked";
import { cellsIn } from "./live-row.js";
import { isKnown, plain, spansOf } from "./markdown-text.js";
import type { Style } from "./style.js";
import { paint, rowsOf, type Span } from "./styled-rows.js";
import { visibleBlock, visibleLine } from "./visible-text.js";

export interface BlockShape {
  /** Cells. */
  readonly width: number;
  readonly style: Style;
  /** Whether lines of code are cut at the width; a finished one is left whole, to be copied. */
  readonly cutsCode: boolean;
}

const LEAST_WIDTH = 20;

/** One block of Markdown as lines; none for what shows nothing. The text in it is already safe for a terminal. */
export function blockLines(token: Token, shape: BlockShape): readonly string[] {
  return isKnown(token) ? linesOf(token, shape) : paragraph([{ text: token.raw, looks: [] }], shape);
}

function linesOf(token: MarkedToken, shape: BlockShape): readonly string[] {
  const { style, width } = shape;
  switch (token.type) {
    case "space":
    case "def":
      return [];
    case "heading":
      return paragraph(spansOf(token.tokens, token.depth === 1 ? ["bold", "underline"] : ["bold"]), shape);
    case "hr":
      return [style.dim("─".repeat(Math.min(width, 40) / 2))];
    case "code":
      return codeLines(token, shape);
    case "blockquote":
      return blocksLines(token.tokens, inside(shape, 2)).map((line) => style.dim("▌ ") + line);
    case "list":
      return listLines(token, shape);
    case "table":
      return tableLines(token, shape);
    case "html":
      return paragraph([{ text: token.raw.trimEnd(), looks: [] }], shape);
    default:
      return paragraph(spansOf([token]), shape);
  }
}

/** Blocks with an empty line between them. */
export function blocksLines(tokens: readonly Token[], shape: BlockShape): readonly string[] {
  const blocks = tokens.map((token) => blockLines(token, shape)).filter((lines) => lines.length > 0);
  return blocks.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
}

function paragraph(spans: readonly Span[], { width, style }: BlockShape): readonly string[] {
  return rowsOf(spans, { width, first: "", rest: "" }, style);
}

function inside(shape: BlockShape, cells: number): BlockShape {
  return { ...shape, width: Math.max(LEAST_WIDTH, shape.width - cells) };
}

function codeLines({ text }: Tokens.Code, { style, width, cutsCode }: BlockShape): readonly string[] {
  const rows = visibleBlock(text)
    .split("\n")
    .flatMap((line) => (cutsCode ? cutAt(line, Math.max(1, width - 4)) : [line]));
  return rows.map((line) => (line === "" ? "" : `    ${style.code(line)}`));
}

function cutAt(line: string, width: number): readonly string[] {
  const rows: string[] = [];
  let row = "";
  for (const character of line) {
    if (cellsIn(row) + cellsIn(character) > width) {
      rows.push(row);
      row = "";
    }
    row += character;
  }
  return [...rows, row];
}

function listLines(list: Tokens.List, shape: BlockShape): readonly string[] {
  const start = typeof list.start === "number" ? list.start : 1;
  return list.items.flatMap((item, index) => {
    const mark = list.ordered ? `${start + index}. ` : "• ";
    const lines = itemLines(item, inside(shape, cellsIn(mark)));
    const indented = lines.map((line, at) => (at === 0 ? mark : " ".repeat(mark.length)) + line);
    return list.loose && index > 0 ? ["", ...indented] : indented;
  });
}

/** The words of an item and the lists in it stand close together. */
function itemLines(item: Tokens.ListItem, shape: BlockShape): readonly string[] {
  const [box, ...others] = item.tokens;
  if (box?.type !== "checkbox") return tightLines(item.tokens, shape);
  const lines = tightLines(others, inside(shape, 4));
  return lines.map((line, index) => (index === 0 ? (spansOf([box])[0]?.text ?? "") : "    ") + line);
}

function tightLines(tokens: readonly Token[], shape: BlockShape): readonly string[] {
  const lines = tokens.flatMap((token) => blockLines(token, shape));
  return lines.length === 0 ? [""] : lines;
}

const GAP = "  ";

function tableLines(table: Tokens.Table, shape: BlockShape): readonly string[] {
  const rows = [table.header, ...table.rows].map((row) => row.map(({ tokens }) => spansOf(tokens)));
  const widths = table.header.map((_, column) => Math.max(...rows.map((row) => cellsOfSpans(row[column] ?? []))));
  const total = widths.reduce((sum, width) => sum + width + GAP.length, 0);
  if (total > shape.width) return recordLines(table, shape);
  const lines = rows.map((row, index) =>
    row
      .map((cell, column) => {
        const text = cell.map(({ text: words, looks }) =>
          paint(words, index === 0 ? [...looks, "bold"] : looks, shape.style),
        );
        return text.join("") + " ".repeat((widths[column] ?? 0) - cellsOfSpans(cell));
      })
      .join(GAP)
      .trimEnd(),
  );
  const [head = "", ...body] = lines;
  return [head, shape.style.dim(widths.map((width) => "-".repeat(width)).join(GAP)), ...body];
}

/** A table that is too wide, as one small list a row. */
function recordLines({ header, rows }: Tokens.Table, shape: BlockShape): readonly string[] {
  return rows.flatMap((row, index) => [
    ...(index === 0 ? [] : [""]),
    ...row.flatMap(({ tokens }, column) =>
      paragraph(
        [{ text: `${visibleLine(plain(header[column]?.text ?? ""))}: `, looks: ["bold"] }, ...spansOf(tokens)],
        shape,
      ),
    ),
  ]);
}

function cellsOfSpans(spans: readonly Span[]): number {
  return spans.reduce((sum, { text }) => sum + cellsIn(text), 0);
}
