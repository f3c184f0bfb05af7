const newline = 10;
const carriageReturn = 13;
/** How much of the ends of an oversized line is kept, to find out whose answer it was. */
const edgeBytes = 1_024;

export interface ByteLinesOptions {
  /** A longer line is not kept. */
  readonly maxLineBytes: number;
  readonly onLine: (line: Buffer) => void;
  /** `head` and `tail` are the ends of a line that was too long; it is otherwise lost. */
  readonly onOversized: (ends: { head: Buffer; tail: Buffer }) => void;
}

/** Cuts a byte stream into lines. Linear: bytes of an unfinished line are kept in a list and joined once. */
export class ByteLines {
  readonly #options: ByteLinesOptions;
  #chunks: Buffer[] = [];
  #length = 0;
  #oversized: { head: Buffer; tail: Buffer } | null = null;

  constructor(options: ByteLinesOptions) {
    this.#options = options;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(newline, start);
      if (end === -1) break;
      this.#keep(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  #keep(part: Buffer): void {
    if (this.#oversized !== null) {
      this.#oversized.tail = lastBytes([this.#oversized.tail, part]);
      return;
    }
    this.#chunks.push(part);
    this.#length += part.length;
    if (this.#length <= this.#options.maxLineBytes) return;
    const head = Buffer.concat(this.#chunks.slice(0, 2)).subarray(0, edgeBytes);
    this.#oversized = { head: Buffer.from(head), tail: lastBytes(this.#chunks) };
    this.#chunks = [];
  }

  #finish(): void {
    const oversized = this.#oversized;
    const chunks = this.#chunks;
    const length = this.#length;
    this.#oversized = null;
    this.#chunks = [];
    this.#length = 0;
    if (oversized !== null) return this.#options.onOversized(oversized);
    if (length === 0) return;
    const line = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length);
    this.#options.onLine(line.at(-1) === carriageReturn ? line.subarray(0, -1) : line);
  }
}

function lastBytes(parts: readonly Buffer[]): Buffer {
  const kept: Buffer[] = [];
  let wanted = edgeBytes;
  for (let index = parts.length - 1; index >= 0 && wanted > 0; index -= 1) {
    const part = parts[index]?.subarray(-wanted) ?? Buffer.alloc(0);
    kept.unshift(part);
    wanted -= part.length;
  }
  return Buffer.concat(kept);
}
