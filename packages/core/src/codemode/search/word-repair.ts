const SIMILAR_ENOUGH = 0.45;
const LENGTH_DIFFERENCE = 3;
const REPAIRS = 3;
const SHORTEST = 4;

export interface Repair {
  readonly word: string;
  readonly similarity: number;
}

/** Finds the index's words nearest to one it does not know: typos, inflections, compounds. */
export class WordRepair {
  readonly #grams = new Map<string, string[]>();
  readonly #sizes = new Map<string, number>();

  add(word: string): void {
    if (word.length < SHORTEST - 1) return;
    const grams = gramsOf(word);
    this.#sizes.set(word, grams.size);
    for (const gram of grams) {
      const list = this.#grams.get(gram);
      if (list === undefined) this.#grams.set(gram, [word]);
      else list.push(word);
    }
  }

  nearest(unknown: string): readonly Repair[] {
    if (unknown.length < SHORTEST) return [];
    const grams = gramsOf(unknown);
    const shared = new Map<string, number>();
    for (const gram of grams) {
      for (const word of this.#grams.get(gram) ?? []) shared.set(word, (shared.get(word) ?? 0) + 1);
    }
    const repairs: Repair[] = [];
    for (const [word, count] of shared) {
      if (Math.abs(word.length - unknown.length) > LENGTH_DIFFERENCE) continue;
      const similarity = (2 * count) / (grams.size + (this.#sizes.get(word) ?? 0));
      if (similarity >= SIMILAR_ENOUGH) repairs.push({ word, similarity });
    }
    repairs.sort((left, right) => right.similarity - left.similarity || (left.word < right.word ? -1 : 1));
    return repairs.slice(0, REPAIRS);
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
