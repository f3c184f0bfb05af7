const SIMILAR_ENOUGH = 0.45;
const LENGTH_DIFFERENCE = 3;
const REPAIRS = 3;
const SHORTEST = 4;
/** No word is longer; so few grams can be counted in a byte. */
const LONGEST = 100;

export interface Repair {
  readonly word: string;
  readonly similarity: number;
}

/** Finds the index's words nearest to one it does not know: typos, inflections, compounds. */
export class WordRepair {
  readonly #words: string[] = [];
  /** How many grams each word has. */
  readonly #sizes: number[] = [];
  readonly #grams = new Map<string, number[]>();
  /** Grams each word shares with the one asked for; all zero between two questions. */
  #shared = new Uint8Array(0);

  add(word: string): void {
    if (word.length < SHORTEST - 1) return;
    const grams = gramsOf(word);
    const place = this.#words.push(word) - 1;
    this.#sizes.push(grams.size);
    for (const gram of grams) {
      const list = this.#grams.get(gram);
      if (list === undefined) this.#grams.set(gram, [place]);
      else list.push(place);
    }
  }

  nearest(unknown: string): readonly Repair[] {
    if (unknown.length < SHORTEST || unknown.length > LONGEST) return [];
    const grams = gramsOf(unknown);
    const repairs: Repair[] = [];
    for (const place of this.#alike(grams)) {
      const word = this.#words[place] ?? "";
      const similarity = (2 * (this.#shared[place] ?? 0)) / (grams.size + (this.#sizes[place] ?? 0));
      this.#shared[place] = 0;
      if (similarity < SIMILAR_ENOUGH || Math.abs(word.length - unknown.length) > LENGTH_DIFFERENCE) continue;
      repairs.push({ word, similarity });
    }
    repairs.sort((left, right) => right.similarity - left.similarity || (left.word < right.word ? -1 : 1));
    return repairs.slice(0, REPAIRS);
  }

  /** Every word with a gram in common; counts them in `#shared`. */
  #alike(grams: ReadonlySet<string>): readonly number[] {
    if (this.#shared.length < this.#words.length) this.#shared = new Uint8Array(this.#words.length);
    const shared = this.#shared;
    const found: number[] = [];
    for (const gram of grams) {
      for (const place of this.#grams.get(gram) ?? []) {
        const count = shared[place] ?? 0;
        if (count === 0) found.push(place);
        shared[place] = count + 1;
      }
    }
    return found;
  }
}

function gramsOf(word: string): ReadonlySet<string> {
  const padded = `^${word}$`;
  const grams = new Set<string>();
  for (let index = 0; index + 1 < padded.length; index += 1) {
    grams.add(padded.slice(index, index + 2));
    if (index + 2 < padded.length) grams.add(padded.slice(index, index + 3));
  }
  return grams;
}
