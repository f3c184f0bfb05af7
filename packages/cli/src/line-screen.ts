import type { Interface } from "node:readline";
import { growRow, isNarrow } from "./live-row.js";
import { PROMPT, type Screen } from "./screen.js";
import type { TextFlow } from "./text-flow.js";

export interface LineScreenOptions {
  readonly line: Pick<Interface, "getCursorPos" | "prompt">;
  readonly write: (text: string) => void;
  readonly columns: () => number;
  readonly rows: () => number;
  /** How a streamed text becomes rows. */
  readonly flow: TextFlow;
  /** Sets the status row apart. */
  readonly paintStatus: (row: string) => string;
}

/** Kept free for the input below the changing rows. */
const ROWS_FOR_INPUT = 4;

/**
 * A terminal whose last row is being typed into. What is printed goes above it, so that half-typed input stays whole
 * while lines arrive; what may still change keeps rows of its own right above the input.
 */
export class LineScreen implements Screen {
  readonly #options: LineScreenOptions;
  /** The changing rows as they stand on the screen. */
  #shown: readonly string[] = [];
  #status: string | null = null;

  constructor(options: LineScreenOptions) {
    this.#options = options;
  }

  print(lines: readonly string[]): void {
    if (lines.length > 0) this.#draw(lines);
  }

  stream(text: string): void {
    if (text !== "") this.#draw(this.#options.flow.push(text, this.#width()));
  }

  endStream(): void {
    const rest = this.#options.flow.end(this.#width());
    if (rest.length > 0) this.#draw(rest);
  }

  status(row: string | null): void {
    if (row === this.#status) return;
    this.#status = row;
    this.#draw([]);
  }

  invite(): void {
    this.#draw([]);
  }

  /** A line was entered below changing rows: it moves above them, so that they can go on changing. */
  entered(text: string): void {
    if (this.#shown.length === 0) return;
    if (!isNarrow(text)) {
      // How many rows it took is not sure; rather the rows stand twice than a row is lost.
      this.#shown = [];
      return;
    }
    const typed = PROMPT + text;
    const rows = Math.floor(typed.length / Math.max(1, this.#options.columns())) + 1;
    this.#draw([typed], { above: rows, below: 0 });
  }

  #width(): number {
    return Math.max(20, this.#options.columns() - 1);
  }

  #liveRows(): readonly string[] {
    const { flow, rows, paintStatus } = this.#options;
    const width = this.#width();
    const status = this.#status === null ? [] : [paintStatus(firstRow(this.#status, width))];
    const room = Math.max(1, rows() - ROWS_FOR_INPUT - status.length);
    return [...flow.rows(width).slice(-room), ...status];
  }

  /** `above` are the rows from the input's first to the cursor's; the cursor is put `below` rows down again. */
  #draw(done: readonly string[], input = this.#inputRows()): void {
    const { line, write } = this.#options;
    const next = this.#liveRows();
    const kept = done.length === 0 ? countSame(this.#shown, next) : 0;
    const up = input.above + this.#shown.length - kept;
    const rows = [...done, ...next.slice(kept)];
    write(
      `${up > 0 ? `\u001b[${up}A` : ""}\r\u001b[J${rows.map((row) => `${row}\n`).join("")}${"\n".repeat(input.below)}`,
    );
    this.#shown = next;
    line.prompt(true);
  }

  /** The input is redrawn from where its cursor was. */
  #inputRows(): { readonly above: number; readonly below: number } {
    const { rows } = this.#options.line.getCursorPos();
    return { above: rows, below: rows };
  }
}

function countSame(before: readonly string[], after: readonly string[]): number {
  const different = before.findIndex((row, index) => row !== after[index]);
  return different < 0 ? Math.min(before.length, after.length) : different;
}

function firstRow(text: string, width: number): string {
  const { done, row } = growRow("", text, width);
  return done[0] ?? row;
}
