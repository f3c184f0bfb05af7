const quote = 0x22;
const backslash = 0x5c;
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
    const { length } = chunk;
    for (let index = 0; index < length; index += 1) {
      const byte = chunk[index] ?? 0;
      if (this.#isInString && byte !== newline) {
        this.#skipInString(byte);
        continue;
      }
      if (byte === quote) this.#isInString = true;
      else if (byte === newline && this.#resetOnNewline) this.#reset();
      else if (byte === 0x7b || byte === 0x5b) this.#depth += 1;
      else if (byte === 0x7d || byte === 0x5d) this.#depth -= 1;
      if (this.#depth > this.#limit) return true;
    }
    return false;
  }

  #skipInString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#isInString = false;
  }

  #reset(): void {
    this.#depth = 0;
    this.#isInString = false;
    this.#isEscaped = false;
  }
}
