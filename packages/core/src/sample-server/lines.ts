const NEWLINE = 0x0a;
const MAX_LINE_BYTES = 4 * 1024 * 1024;

/**
 * Cuts a byte stream into lines at `\n` only: a JSON string may hold U+2028, which Node's readline would cut at.
 * A line longer than 4 MiB is dropped.
 */
export class LineReader {
  readonly #hear: (line: string) => void;
  #parts: Buffer[] = [];
  #size = 0;
  #isDropping = false;

  constructor(hear: (line: string) => void) {
    this.#hear = hear;
  }

  push(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      this.#keep(rest.subarray(0, end));
      this.#finishLine();
      rest = rest.subarray(end + 1);
    }
    this.#keep(rest);
  }

  #keep(part: Buffer): void {
    if (this.#isDropping || part.length === 0) return;
    this.#size += part.length;
    if (this.#size <= MAX_LINE_BYTES) {
      this.#parts.push(part);
      return;
    }
    this.#isDropping = true;
    this.#parts = [];
  }

  #finishLine(): void {
    const line = this.#isDropping ? "" : Buffer.concat(this.#parts).toString("utf8").trim();
    this.#parts = [];
    this.#size = 0;
    this.#isDropping = false;
    if (line !== "") this.#hear(line);
  }
}
