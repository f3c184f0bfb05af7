/** Keeps the last bytes of a stream and forgets the others. */
export class ByteRing {
  readonly #capacity: number;
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  push(chunk: Buffer): void {
    // A copy of the kept end, so that a large chunk is not held for the sake of a few of its bytes.
    const kept = chunk.length > this.#capacity ? Buffer.from(chunk.subarray(-this.#capacity)) : chunk;
    this.#chunks.push(kept);
    this.#length += kept.length;
    while (this.#length - (this.#chunks[0]?.length ?? 0) >= this.#capacity) {
      this.#length -= this.#chunks.shift()?.length ?? 0;
    }
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks).subarray(-this.#capacity);
  }
}
