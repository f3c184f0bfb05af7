import { cellsIn, cellsOf } from "./live-row.js";
import type { Style } from "./style.js";

export type Look = "bold" | "italic" | "underline" | "struck" | "code" | "dim";

/** A run of text that looks the same; a line break in it begins a new row. */
export interface Span {
  readonly text: string;
  readonly looks: readonly Look[];
}

export interface RowShape {
  readonly width: number;
  /** Stands before the first row, and its like of spaces or marks before the others. */
  readonly first: string;
  readonly rest: string;
}

interface Word {
  readonly spans: readonly Span[];
  readonly cells: number;
  readonly before: "space" | "break" | "none";
}

/** Rows of at most `width` cells, broken at spaces and, where a word is too long, inside it. */
export function rowsOf(spans: readonly Span[], shape: RowShape, style: Style): string[] {
  const rows: string[] = [];
  let row = "";
  let cells = 0;
  const prefix = () => (rows.length === 0 ? shape.first : shape.rest);
  const finish = () => {
    rows.push((prefix() + row).trimEnd());
    row = "";
    cells = 0;
  };
  const room = () => Math.max(1, shape.width - cellsIn(prefix()));
  for (const word of wordsOf(spans)) {
    const gap = word.before === "space" && cells > 0 ? 1 : 0;
    if (word.before === "break" || (cells > 0 && cells + gap + word.cells > room())) finish();
    else if (gap === 1) {
      row += " ";
      cells += 1;
    }
    for (const [text, looks] of piecesOf(word)) {
      const size = cellsIn(text);
      if (cells > 0 && cells + size > room()) finish();
      row += paint(text, looks, style);
      cells += size;
    }
  }
  finish();
  return rows;
}

export function paint(text: string, looks: readonly Look[], style: Style): string {
  return looks.reduce((painted, look) => style[look](painted), text);
}

/** A word that fits whole stays whole; a longer one comes in characters. */
function piecesOf({ spans, cells }: Word): readonly (readonly [string, readonly Look[]])[] {
  if (cells <= LONG_WORD) return spans.map(({ text, looks }) => [text, looks]);
  return spans.flatMap(({ text, looks }) => chunks(text).map((chunk) => [chunk, looks] as const));
}

const LONG_WORD = 16;
const CHUNK_CELLS = 8;

function chunks(text: string): readonly string[] {
  const found: string[] = [];
  let chunk = "";
  let cells = 0;
  for (const character of text) {
    if (cells + cellsOf(character) > CHUNK_CELLS) {
      found.push(chunk);
      chunk = "";
      cells = 0;
    }
    chunk += character;
    cells += cellsOf(character);
  }
  return [...found, chunk];
}

interface OpenWord {
  readonly spans: Span[];
  cells: number;
  readonly before: Word["before"];
}

function wordsOf(spans: readonly Span[]): readonly Word[] {
  const words: OpenWord[] = [];
  /** What stands between the last word and the next; null inside a word. */
  let before: Word["before"] | null = "none";
  for (const { text, looks } of spans) {
    for (const piece of text.split(/(\n| +)/u).filter(Boolean)) {
      const last = words.at(-1);
      if (piece === "\n") before = "break";
      else if (piece.startsWith(" ")) before ??= "space";
      else if (before === null && last !== undefined) addTo(last, { text: piece, looks });
      else {
        words.push({ spans: [{ text: piece, looks }], cells: cellsIn(piece), before: before ?? "none" });
        before = null;
      }
    }
  }
  return words;
}

function addTo(word: OpenWord, span: Span): void {
  word.spans.push(span);
  word.cells += cellsIn(span.text);
}
