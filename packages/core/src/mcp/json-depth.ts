import { closesContainer, closingQuote, opensContainer, quote } from "../kit/json-bytes.js";

const newline = 0x0a;

/**
 * Counts brackets in JSON text that arrives in pieces, without parsing it. A line break ends a document when
 * `resetOnNewline` is set, as between the events of a stream.
 */
export class JsonDepth {
  readonly #limit: number;
  readonly #resetOnNewline: boolean;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  constructor(limit: number, options: { readonly resetOnNewline: boolean } = { resetOnNewline: false }) {
    this.#limit = limit;
    this.#resetOnNewline = options.resetOnNewline;
  }

  /** True as soon as the limit is passed. */
  exceeds(chunk: Uint8Array): boolean {
    if (!this.#resetOnNewline) return this.#walk(chunk);
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      if (this.#walk(chunk.subarray(start, end))) return true;
      this.#reset();
      start = end + 1;
    }
    return this.#walk(chunk.subarray(start));
  }

  #walk(bytes: Uint8Array): boolean {
    const { length } = bytes;
    let depth = this.#depth;
    let index = this.#isInString ? this.#leaveString(bytes, this.#isEscaped ? 1 : 0) : 0;
    while (index < length) {
      const byte = bytes[index];
      index += 1;
      if (byte === quote) index = this.#leaveString(bytes, index);
      else if (opensContainer(byte)) depth += 1;
      else if (closesContainer(byte)) depth -= 1;
      if (depth > this.#limit) return true;
    }
    this.#depth = depth;
    return false;
  }

  /** Where the walk goes on; a string that is not closed here goes on in the next piece. */
  #leaveString(bytes: Uint8Array, from: number): number {
    const { length } = bytes;
    const end = closingQuote(bytes, from, length);
    this.#isInString = end >= length;
    this.#isEscaped = end > length;
    return end + 1;
  }

  #reset(): void {
    this.#depth = 0;
    this.#isInString = false;
    this.#isEscaped = false;
  }
}
