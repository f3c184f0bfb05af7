const CHARACTERS = 200;

interface Candidate {
  readonly name: string;
  readonly pairs: ReadonlySet<string>;
}

/** Finds the names nearest to one that does not exist: shared letter pairs, at least a third of them. */
export class NearestNames {
  readonly #names: Iterable<string>;
  #candidates: readonly Candidate[] | null = null;

  constructor(names: Iterable<string>) {
    this.#names = names;
  }

  /** Best first. */
  find(wanted: string, limit = 3): readonly string[] {
    this.#candidates ??= Array.from(this.#names, (name) => ({ name, pairs: pairsOf(name) }));
    const pairs = pairsOf(wanted);
    const scored: { name: string; score: number }[] = [];
    for (const candidate of this.#candidates) {
      const score = similarity(pairs, candidate.pairs);
      if (score >= 1 / 3) scored.push({ name: candidate.name, score });
    }
    scored.sort((left, right) => right.score - left.score || (left.name < right.name ? -1 : 1));
    return scored.slice(0, limit).map(({ name }) => name);
  }
}

function pairsOf(text: string): ReadonlySet<string> {
  const letters = text
    .slice(0, CHARACTERS)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
  const pairs = new Set<string>();
  for (let index = 0; index + 1 < letters.length; index += 1) pairs.add(letters.slice(index, index + 2));
  return pairs;
}

function similarity(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size === 0 || right.size === 0) return 0;
  let shared = 0;
  for (const pair of left) if (right.has(pair)) shared += 1;
  return (2 * shared) / (left.size + right.size);
}
