import type { McpTool } from "../../mcp/tool-source.js";
import type { ForeignWords } from "./foreign-words.js";
import type { ServerWeights, Term } from "./server-weights.js";
import { queryWords, wordsOf } from "./tokens.js";
import type { WordRepair } from "./word-repair.js";
import type { Posting, WordWeights } from "./word-weights.js";

const K1 = 1.2;
const REPAIR_WEIGHT = 0.8;
/** The best server adds this much of the best tool's score to each of its own tools that match. */
const SERVER_WEIGHT = 0.5;
/** A query is a few words; a script may send a megabyte. */
const QUERY_CHARACTERS = 400;
const QUERY_WORDS = 40;

export interface ToolHit {
  readonly tool: McpTool;
  readonly score: number;
  /** Every query word that matched did so only after repair or translation. */
  readonly isGuess: boolean;
}

/** What a word adds to each tool that has it. */
interface Column {
  readonly tools: Uint32Array;
  readonly scores: Float32Array;
}

/** A word of the query, by what stands for it in the index. */
interface Sought {
  /** The word itself, or the known ones most like it. */
  readonly own: readonly Term[];
  readonly meanings: readonly Term[];
  readonly isKnown: boolean;
}

export interface ToolIndexParts {
  readonly tools: readonly McpTool[];
  readonly weights: WordWeights;
  readonly servers: ServerWeights;
  readonly repair: WordRepair;
  readonly foreign: ForeignWords;
}

/**
 * BM25 over weighted fields, with repair of unknown words only: fuzziness for known words costs precision. A query that
 * is not English is looked up word by word too; a word's translations never add up with the word itself.
 */
export class ToolIndex {
  readonly #tools: readonly McpTool[];
  readonly #weights: WordWeights;
  readonly #servers: ServerWeights;
  readonly #columns = new Map<string, Column>();
  readonly #repair: WordRepair;
  readonly #foreign: ForeignWords;
  readonly #scores: Float64Array;
  readonly #known: Uint8Array;

  constructor({ tools, weights, servers, repair, foreign }: ToolIndexParts) {
    this.#tools = tools;
    this.#weights = weights;
    this.#servers = servers;
    this.#repair = repair;
    this.#foreign = foreign;
    this.#scores = new Float64Array(tools.length);
    this.#known = new Uint8Array(tools.length);
  }

  /** Best first, at most `limit`. */
  search(wish: string, limit: number): readonly ToolHit[] {
    const query = wish.slice(0, QUERY_CHARACTERS);
    const sought = this.#lookUp([...new Set(queryWords(query))].slice(0, QUERY_WORDS));
    const touched: number[] = [];
    for (const word of sought) this.#add(word, touched);
    this.#favourServers(sought, touched);
    for (const tool of this.#weights.exact(exactKey(query))) this.#raise(tool, touched);
    return this.#best(touched, limit);
  }

  #lookUp(words: readonly string[]): readonly Sought[] {
    const isForeign = words.some((word) => !this.#weights.has(word) && this.#foreign.has(word));
    return words.map((word) => {
      const isKnown = this.#weights.has(word);
      const own = isKnown ? [{ word, factor: 1 }] : this.#repaired(word);
      return { own, meanings: isKnown && !isForeign ? [] : this.#translated(word), isKnown };
    });
  }

  #repaired(word: string): readonly Term[] {
    const near = this.#repair.nearest(word);
    return near.map(({ word: known, similarity }) => ({ word: known, factor: REPAIR_WEIGHT * similarity }));
  }

  #translated(word: string): readonly Term[] {
    const meanings = this.#foreign.meaningsOf(word).filter((one) => one.word !== word && this.#weights.has(one.word));
    return meanings.map((one) => ({ word: one.word, factor: one.weight }));
  }

  #add({ own, meanings, isKnown }: Sought, touched: number[]): void {
    const gain = (tool: number, score: number) => {
      const before = this.#scores[tool] ?? 0;
      if (before === 0) touched.push(tool);
      this.#scores[tool] = before + score;
    };
    if (meanings.length === 0) for (const term of own) this.#eachScore(term, gain);
    else for (const [tool, score] of this.#bestOf(own, meanings)) gain(tool, score);
    for (const { word } of isKnown ? own : []) for (const tool of this.#column(word).tools) this.#known[tool] = 1;
  }

  /** Each tool gets what the word itself is worth there or what its best translation is, whichever is more. */
  #bestOf(own: readonly Term[], meanings: readonly Term[]): ReadonlyMap<number, number> {
    const best = new Map<number, number>();
    for (const term of own) this.#eachScore(term, (tool, score) => best.set(tool, (best.get(tool) ?? 0) + score));
    for (const term of meanings) {
      this.#eachScore(term, (tool, score) => best.set(tool, Math.max(score, best.get(tool) ?? 0)));
    }
    return best;
  }

  #favourServers(sought: readonly Sought[], touched: readonly number[]): void {
    const fit = this.#servers.fit(sought.map(({ own, meanings }) => [...own, ...meanings]));
    const best = touched.reduce((most, tool) => Math.max(most, this.#scores[tool] ?? 0), 0);
    for (const tool of touched) this.#scores[tool] = (this.#scores[tool] ?? 0) + SERVER_WEIGHT * best * fit(tool);
  }

  #eachScore({ word, factor }: Term, use: (tool: number, score: number) => void): void {
    const { tools, scores } = this.#column(word);
    for (let place = 0; place < tools.length; place += 1) use(tools[place] ?? 0, factor * (scores[place] ?? 0));
  }

  #raise(tool: number, touched: number[]): void {
    if (this.#scores[tool] === 0) touched.push(tool);
    this.#scores[tool] = Number.MAX_VALUE;
    this.#known[tool] = 1;
  }

  /** Reads the scores out and leaves the arrays clean for the next query. */
  #best(touched: readonly number[], limit: number): readonly ToolHit[] {
    const ranked = touched.map((tool) => ({ tool, score: this.#scores[tool] ?? 0, isGuess: this.#known[tool] === 0 }));
    for (const tool of touched) {
      this.#scores[tool] = 0;
      this.#known[tool] = 0;
    }
    ranked.sort((left, right) => right.score - left.score || left.tool - right.tool);
    return ranked.slice(0, limit).flatMap(({ tool: place, score, isGuess }) => {
      const tool = this.#tools[place];
      return tool === undefined ? [] : [{ tool, score, isGuess }];
    });
  }

  /** Computed when a word is first asked for: few ever are. */
  #column(word: string): Column {
    const known = this.#columns.get(word);
    if (known !== undefined) return known;
    const postings: readonly Posting[] = this.#weights.postings(word);
    const rarity = Math.log(1 + (this.#tools.length - postings.length + 0.5) / (postings.length + 0.5));
    const column = {
      tools: Uint32Array.from(postings, ({ tool }) => tool),
      scores: Float32Array.from(postings, ({ weight }) => (rarity * weight * (K1 + 1)) / (weight + K1)),
    };
    this.#columns.set(word, column);
    return column;
  }
}

/** `createIssue`, `create_issue` and "create issue" name the same tool. */
function exactKey(text: string): string {
  return wordsOf(text).join(" ");
}
