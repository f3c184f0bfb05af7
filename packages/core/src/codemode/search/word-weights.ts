import type { McpTool } from "../../mcp/tool-source.js";
import { FIELDS, type Field, type ToolDocument } from "./document.js";
import { wordsOf } from "./tokens.js";

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

/** A word in a tool: the tool's number, and the word's occurrences weighted by where they stand. */
export type Posting = { readonly tool: number; readonly weight: number };

/** Which words stand in which tools, and how heavily. Filled tool by tool. */
export class WordWeights {
  readonly #average: Readonly<Record<Field, number>>;
  readonly #postings = new Map<string, Posting[]>();
  readonly #exact = new Map<string, number[]>();

  constructor(documents: readonly ToolDocument[]) {
    this.#average = averageLengths(documents);
  }

  add(place: number, tool: McpTool, document: ToolDocument): void {
    const weights = new Map<string, number>();
    for (const field of FIELDS) {
      const words = document[field];
      const norm = 1 - LENGTH[field] + LENGTH[field] * (words.length / (this.#average[field] || 1));
      const weight = WEIGHT[field] / norm;
      for (const word of words) weights.set(word, (weights.get(word) ?? 0) + weight);
    }
    for (const [word, weight] of weights) listIn(this.#postings, word).push({ tool: place, weight });
    for (const name of new Set([tool.toolName, tool.name])) listIn(this.#exact, wordsOf(name).join(" ")).push(place);
  }

  has(word: string): boolean {
    return this.#postings.has(word);
  }

  words(): readonly string[] {
    return [...this.#postings.keys()];
  }

  postings(word: string): readonly Posting[] {
    return this.#postings.get(word) ?? [];
  }

  /** Tools whose whole name these words are. */
  exact(key: string): readonly number[] {
    return this.#exact.get(key) ?? [];
  }
}

function listIn<Value>(lists: Map<string, Value[]>, key: string): Value[] {
  const list = lists.get(key) ?? [];
  if (list.length === 0) lists.set(key, list);
  return list;
}

function averageLengths(documents: readonly ToolDocument[]): Record<Field, number> {
  const total: Record<Field, number> = { server: 0, name: 0, description: 0, parameters: 0, parameterText: 0 };
  for (const document of documents) for (const field of FIELDS) total[field] += document[field].length;
  for (const field of FIELDS) total[field] /= Math.max(1, documents.length);
  return total;
}
