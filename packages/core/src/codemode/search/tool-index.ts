import type { McpTool } from "../../mcp/tool-source.js";
import { queryWords, wordsOf } from "./tokens.js";
import type { WordRepair } from "./word-repair.js";
import type { Posting, WordWeights } from "./word-weights.js";

const K1 = 1.2;
const REPAIR_WEIGHT = 0.8;
/** A query is a few words; a script may send a megabyte. */
const QUERY_CHARACTERS = 400;
const QUERY_WORDS = 40;

export interface ToolHit {
  readonly tool: McpTool;
  readonly score: number;
  /** Every query word that matched did so only after repair. */
  readonly isGuess: boolean;
}

/** What a word adds to each tool that has it. */
interface Column {
  readonly tools: Uint32Array;
  readonly scores: Float32Array;
}

/** BM25 over weighted fields, with repair of unknown words only: fuzziness for known words costs precision. */
export class ToolIndex {
  readonly #tools: readonly McpTool[];
  readonly #weights: WordWeights;
  readonly #columns = new Map<string, Column>();
  readonly #repair: WordRepair;
  readonly #scores: Float64Array;
  readonly #known: Uint8Array;

  constructor(tools: readonly McpTool[], weights: WordWeights, repair: WordRepair) {
    this.#tools = tools;
    this.#weights = weights;
    this.#repair = repair;
    this.#scores = new Float64Array(tools.length);
    this.#known = new Uint8Array(tools.length);
  }

  /** Best first, at most `limit`. */
  search(wish: string, limit: number): readonly ToolHit[] {
    const query = wish.slice(0, QUERY_CHARACTERS);
    const touched: number[] = [];
    for (const word of [...new Set(queryWords(query))].slice(0, QUERY_WORDS)) {
      if (this.#weights.has(word)) this.#add(word, 1, touched);
      else
        for (const { word: near, similarity } of this.#repair.nearest(word))
          this.#add(near, -REPAIR_WEIGHT * similarity, touched);
    }
    for (const tool of this.#weights.exact(exactKey(query))) this.#raise(tool, touched);
    return this.#best(touched, limit);
  }

  /** A negative factor marks a repaired word: it scores, but tells nothing for sure. */
  #add(word: string, factor: number, touched: number[]): void {
    const { tools, scores } = this.#column(word);
    for (let place = 0; place < tools.length; place += 1) {
      const tool = tools[place] ?? 0;
      if (this.#scores[tool] === 0) touched.push(tool);
      this.#scores[tool] = (this.#scores[tool] ?? 0) + Math.abs(factor) * (scores[place] ?? 0);
      if (factor > 0) this.#known[tool] = 1;
    }
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
