/** Nearest of `candidates` to a name that does not exist, best first: shared letter pairs, at least a third of them. */
export function nearestNames(wanted: string, candidates: Iterable<string>, limit = 3): readonly string[] {
  const pairs = pairsOf(wanted);
  const scored: { name: string; score: number }[] = [];
  for (const name of candidates) {
    const score = similarity(pairs, pairsOf(name));
    if (score >= 1 / 3) scored.push({ name, score });
  }
  scored.sort((left, right) => right.score - left.score || (left.name < right.name ? -1 : 1));
  return scored.slice(0, limit).map(({ name }) => name);
}

function pairsOf(text: string): ReadonlySet<string> {
  const letters = text
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, 200);
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
