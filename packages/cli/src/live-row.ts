/** The last row of a text that streams in, which is rewritten until it is full. */
export interface LiveRow {
  /** Rows that are complete and never change again. */
  readonly done: readonly string[];
  readonly row: string;
}

/** Adds text to a row of at most `width` cells, cutting at line breaks and, where it fits, at spaces. */
export function growRow(row: string, text: string, width: number): LiveRow {
  const lines = (row + text).split("\n");
  const last = lines.pop() ?? "";
  const done = lines.flatMap((line) => {
    const wrapped = wrapLine(line, width);
    return [...wrapped.done, wrapped.row];
  });
  const tail = wrapLine(last, width);
  return { done: [...done, ...tail.done], row: tail.row };
}

function wrapLine(line: string, width: number): LiveRow {
  const done: string[] = [];
  let rest = line;
  for (let cut = cutAt(rest, width); cut < rest.length; cut = cutAt(rest, width)) {
    done.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).replace(/^ /u, "");
  }
  return { done, row: rest };
}

/** Index up to which the text fits: its whole length, else the last space, else the last character that fits. */
function cutAt(text: string, width: number): number {
  let cells = 0;
  let at = 0;
  for (const character of text) {
    cells += cellsOf(character);
    if (cells > width && at > 0) return lastSpace(text, at);
    at += character.length;
  }
  return text.length;
}

function lastSpace(text: string, before: number): number {
  const space = text.lastIndexOf(" ", before);
  return space > 0 ? space : before;
}

/** Never too few: a row that is thought longer than it is does no harm, the other way it would break the screen. */
export function cellsOf(character: string): number {
  const isNarrow = character >= " " && character <= "\u024f";
  return isNarrow ? 1 : 2;
}

export function cellsIn(text: string): number {
  let cells = 0;
  for (const character of text) cells += cellsOf(character);
  return cells;
}

/** Whether every character surely takes one cell. */
export function isNarrow(text: string): boolean {
  return /^[\u0020-\u007e\u00a0-\u024f]*$/u.test(text);
}
