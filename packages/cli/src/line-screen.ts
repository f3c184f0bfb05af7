import type { Interface } from "node:readline";
import { growRow } from "./live-row.js";
import type { Screen } from "./screen.js";

export interface LineScreenOptions {
  readonly line: Pick<Interface, "getCursorPos" | "prompt">;
  readonly write: (text: string) => void;
  readonly columns: () => number;
}

/**
 * A terminal whose last row is being typed into. What is printed goes above it, so that half-typed input stays whole
 * while lines arrive; a streaming text keeps one row of its own right above the input.
 */
export class LineScreen implements Screen {
  readonly #options: LineScreenOptions;
  #row = "";
  #isRowShown = false;

  constructor(options: LineScreenOptions) {
    this.#options = options;
  }

  print(lines: readonly string[]): void {
    if (lines.length === 0) return;
    const done = this.#row === "" ? lines : [this.#row, ...lines];
    this.#row = "";
    this.#redraw(done);
  }

  stream(text: string): void {
    if (text === "") return;
    const { done, row } = growRow(this.#row, text, Math.max(20, this.#options.columns() - 1));
    this.#row = row;
    this.#redraw(done);
  }

  endStream(): void {
    if (this.#row === "") return;
    const done = [this.#row];
    this.#row = "";
    this.#redraw(done);
  }

  invite(): void {
    this.#redraw([]);
  }

  /** A line was entered: it now stands below the streamed row, which can grow no further. */
  entered(): void {
    this.#row = "";
    this.#isRowShown = false;
  }

  #redraw(done: readonly string[]): void {
    const { line, write } = this.#options;
    const inputRows = line.getCursorPos().rows;
    const up = inputRows + (this.#isRowShown ? 1 : 0);
    const rows = this.#row === "" ? done : [...done, this.#row];
    // The input is redrawn from where its cursor was, so the cursor is put that many rows down again.
    write(
      `${up > 0 ? `\u001b[${up}A` : ""}\r\u001b[J${rows.map((row) => `${row}\n`).join("")}${"\n".repeat(inputRows)}`,
    );
    this.#isRowShown = this.#row !== "";
    line.prompt(true);
  }
}
