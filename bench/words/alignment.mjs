// Which words mean the same, learned from sentences that do: the first of IBM's alignment models, in both directions.
const ROUNDS = 6;
const START = 1e-3;
const NEGLIGIBLE = 1e-4;
/** Stands for "no word of the other sentence". */
const NOTHING = "";
const LONGEST_SENTENCE = 40;
const LEAST_SEEN = 3;
const LEAST_SCORE = 0.1;

function add(table, row, column, value) {
  const cells = table.get(row) ?? new Map();
  if (cells.size === 0) table.set(row, cells);
  cells.set(column, (cells.get(column) ?? 0) + value);
}

/** One sentence's shares: each target word divides itself among the source words by what is known so far. */
function divide({ source, target }, known, { counts, totals }) {
  for (const word of target) {
    const chances = source.map((from) => known?.get(word)?.get(from) ?? (known === null ? START : 0));
    const sum = chances.reduce((total, chance) => total + chance, 0);
    source.forEach((from, place) => {
      const share = sum === 0 ? 0 : chances[place] / sum;
      if (share < NEGLIGIBLE) return;
      add(counts, word, from, share);
      totals.set(from, (totals.get(from) ?? 0) + share);
    });
  }
}

function chancesOf({ counts, totals }) {
  const share = (cells) => new Map([...cells].map(([from, count]) => [from, count / totals.get(from)]));
  return new Map([...counts].map(([word, cells]) => [word, share(cells)]));
}

/** `chances` and expected `counts` of each target word from each source word. */
function learn(sentences) {
  let chances = null;
  let tally = { counts: new Map(), totals: new Map() };
  for (let round = 0; round < ROUNDS; round += 1) {
    tally = { counts: new Map(), totals: new Map() };
    for (const sentence of sentences) divide(sentence, chances, tally);
    chances = chancesOf(tally);
  }
  return { chances, counts: tally.counts };
}

/** Foreign word to its English words, each with a score from 0 to 1: likely in both directions, and seen often. */
export function meaningsFrom(pairs, { wordsOf, isTelling }) {
  const sentences = pairs
    .map(([english, foreign]) => ({ english: [...new Set(wordsOf(english))], foreign: [...new Set(wordsOf(foreign))] }))
    .filter(({ english, foreign }) => english.length > 0 && foreign.length > 0 && foreign.length < LONGEST_SENTENCE);
  const there = learn(sentences.map(({ english, foreign }) => ({ source: [NOTHING, ...english], target: foreign })));
  const back = learn(sentences.map(({ english, foreign }) => ({ source: [NOTHING, ...foreign], target: english })));
  const meanings = new Map();
  for (const [english, cells] of back.chances) {
    for (const [foreign, chance] of cells) {
      const score = Math.sqrt(chance * (there.chances.get(foreign)?.get(english) ?? 0));
      const seen = there.counts.get(foreign)?.get(english) ?? 0;
      if (score >= LEAST_SCORE && seen >= LEAST_SEEN && isTelling(english, foreign)) {
        add(meanings, foreign, english, score);
      }
    }
  }
  return meanings;
}
