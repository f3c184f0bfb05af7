const MOST_KEPT = 100;

/** The scripts of this conversation under short names, s1, s2, …, so that they can be read again. */
export class ScriptShelf {
  readonly #sources = new Map<string, string>();
  #count = 0;

  /** The name it can be found by; the oldest beyond a hundred are forgotten. */
  add(source: string): string {
    this.#count += 1;
    const name = `s${this.#count}`;
    this.#sources.set(name, source);
    if (this.#count > MOST_KEPT) this.#sources.delete(`s${this.#count - MOST_KEPT}`);
    return name;
  }

  find(name: string): string | null {
    return this.#sources.get(name) ?? null;
  }

  /** The newest first. */
  names(): readonly string[] {
    return [...this.#sources.keys()].toReversed();
  }
}
