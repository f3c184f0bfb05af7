const ESCAPE = String.fromCharCode(0x1b);
const BACKSPACE = String.fromCharCode(0x08);
/** A control sequence with its numbers and its letter, or one character. */
const PIECES = new RegExp(`${ESCAPE}\\[([?0-9;]*)([A-Za-z])|[^${ESCAPE}]`, "gu");

/** What a person would see: a terminal's rows after all that was written to it. Knows what readline and Loop write. */
export function readTerminal(output: string, columns: number): string[] {
  const terminal: Terminal = { rows: [[]], row: 0, column: 0 };
  for (const [piece, numbers, action] of output.matchAll(PIECES)) {
    if (action !== undefined) control(terminal, action, Number(numbers) || 0);
    else if (piece === "\r") terminal.column = 0;
    else if (piece === "\n") terminal.row += 1;
    else if (piece === BACKSPACE) terminal.column = Math.max(0, terminal.column - 1);
    else put(terminal, piece, columns);
  }
  return terminal.rows.map((row) =>
    Array.from(row, (cell) => cell ?? " ")
      .join("")
      .trimEnd(),
  );
}

interface Terminal {
  rows: string[][];
  row: number;
  column: number;
}

function control(terminal: Terminal, action: string, count: number): void {
  const step = count || 1;
  if (action === "A") terminal.row = Math.max(0, terminal.row - step);
  if (action === "B") terminal.row += step;
  if (action === "C") terminal.column += step;
  if (action === "D") terminal.column = Math.max(0, terminal.column - step);
  if (action === "G") terminal.column = step - 1;
  if (action !== "J" && action !== "K") return;
  terminal.rows[terminal.row]?.splice(terminal.column);
  if (action === "J") terminal.rows.splice(terminal.row + 1);
}

function put(terminal: Terminal, character: string, columns: number): void {
  if (character < " ") return;
  if (terminal.column >= columns) {
    terminal.column = 0;
    terminal.row += 1;
  }
  while (terminal.rows.length <= terminal.row) terminal.rows.push([]);
  const row = terminal.rows[terminal.row];
  if (row !== undefined) row[terminal.column] = character;
  terminal.column += 1;
}
