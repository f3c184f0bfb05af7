import { setImmediate } from "node:timers/promises";
import type { McpTool } from "../../mcp/tool-source.js";
import { documentOf, FIELDS, type Field, type ToolDocument } from "./document.js";
import { queryWords, wordsOf } from "./tokens.js";
import { WordRepair } from "./word-repair.js";

const K1 = 1.2;
const WEIGHT: Readonly<Record<Field, number>> = {
  server: 3,
  name: 4,
  description: 1.5,
  parameters: 0.5,
  parameterText: 0.25,
};
/** How much a long field is discounted: names and servers hardly, prose a lot. */
const LENGTH: Readonly<Record<Field, number>> = {
  server: 0,
  name: 0.3,
  description: 0.6,
  parameters: 0.6,
  parameterText: 0.7,
};
const REPAIR_WEIGHT = 0.8;

/** One occurrence list: tool number, then the saturating weight of the word in that tool. */
type Posting = { readonly tool: number; readonly weight: number };

export interface ToolHit {
  readonly tool: McpTool;
  readonly score: number;
  /** Every query word that matched did so only after repair. */
  readonly isGuess: boolean;
}

/** BM25 over weighted fields, with repair of unknown words only: fuzziness for known words costs precision. */
export class ToolIndex {
  readonly #tools: readonly McpTool[];
  readonly #postings = new Map<string, Posting[]>();
  readonly #exact = new Map<string, number[]>();
  readonly #repair: WordRepair;

  constructor(tools: readonly McpTool[], documents: readonly ToolDocument[] = tools.map(documentOf)) {
    this.#tools = tools;
    const average = averageLengths(documents);
    documents.forEach((document, tool) => {
      const weights = new Map<string, number>();
      for (const field of FIELDS) {
        const words = document[field];
        const norm = 1 - LENGTH[field] + LENGTH[field] * (words.length / (average[field] || 1));
        for (const word of words) weights.set(word, (weights.get(word) ?? 0) + WEIGHT[field] / norm);
      }
      for (const [word, weight] of weights) this.#post(word, { tool, weight });
      this.#postExact(tool);
    });
    this.#repair = new WordRepair(this.#postings.keys());
  }

  /** Best first. `limit` counts hits of this one query. */
  search(query: string, limit: number): readonly ToolHit[] {
    const scores = new Map<number, { score: number; known: boolean }>();
    const add = (word: string, factor: number, known: boolean) => {
      const postings = this.#postings.get(word) ?? [];
      const rarity = Math.log(1 + (this.#tools.length - postings.length + 0.5) / (postings.length + 0.5));
      for (const { tool, weight } of postings) {
        const before = scores.get(tool) ?? { score: 0, known: false };
        const score = before.score + (factor * rarity * weight * (K1 + 1)) / (weight + K1);
        scores.set(tool, { score, known: before.known || known });
      }
    };
    for (const word of new Set(queryWords(query))) {
      if (this.#postings.has(word)) add(word, 1, true);
      else for (const repair of this.#repair.nearest(word)) add(repair.word, REPAIR_WEIGHT * repair.similarity, false);
    }
    for (const tool of this.#exact.get(exactKey(query)) ?? [])
      scores.set(tool, { score: Number.MAX_VALUE, known: true });
    return [...scores]
      .map(([index, { score, known }]) => ({ index, score, isGuess: !known }))
      .sort((left, right) => right.score - left.score || left.index - right.index)
      .slice(0, limit)
      .flatMap(({ index, score, isGuess }) => {
        const tool = this.#tools[index];
        return tool === undefined ? [] : [{ tool, score, isGuess }];
      });
  }

  #post(word: string, posting: Posting): void {
    const list = this.#postings.get(word);
    if (list === undefined) this.#postings.set(word, [posting]);
    else list.push(posting);
  }

  #postExact(index: number): void {
    const tool = this.#tools[index];
    if (tool === undefined) return;
    for (const key of new Set([exactKey(tool.toolName), exactKey(tool.name)])) {
      const list = this.#exact.get(key);
      if (list === undefined) this.#exact.set(key, [index]);
      else list.push(index);
    }
  }
}

/** Tools read between two breaths of the event loop. */
const BATCH = 40;

/** The same index, built without holding up anybody else for long. */
export async function buildToolIndex(tools: readonly McpTool[]): Promise<ToolIndex> {
  const documents: ToolDocument[] = [];
  for (let start = 0; start < tools.length; start += BATCH) {
    documents.push(...tools.slice(start, start + BATCH).map(documentOf));
    await setImmediate();
  }
  return new ToolIndex(tools, documents);
}

/** `createIssue`, `create_issue` and "create issue" name the same tool. */
function exactKey(text: string): string {
  return wordsOf(text).join(" ");
}

function averageLengths(documents: readonly Readonly<Record<Field, readonly string[]>>[]): Record<Field, number> {
  const total: Record<Field, number> = { server: 0, name: 0, description: 0, parameters: 0, parameterText: 0 };
  for (const document of documents) for (const field of FIELDS) total[field] += document[field].length;
  for (const field of FIELDS) total[field] /= Math.max(1, documents.length);
  return total;
}
