import type { McpTool } from "../../mcp/tool-source.js";
import type { ToolDocument } from "./document.js";

const K1 = 1.2;
const LENGTH = 0.75;

/** A word of the index that stands for one of the query; `factor` is at most 1. */
export interface Term {
  readonly word: string;
  readonly factor: number;
}

/**
 * Which words stand in which servers, all of a server's tools taken as one text. A sentence often has more of what its
 * service does than of what its tool is called.
 */
export class ServerWeights {
  readonly #servers = new Map<string, number>();
  /** The server of each tool. */
  readonly #serverOf: number[] = [];
  readonly #lengths: number[] = [];
  /** Word to how often each server has it. */
  readonly #counts = new Map<string, Map<number, number>>();

  add(place: number, tool: McpTool, document: ToolDocument): void {
    const server = this.#servers.get(tool.serverId) ?? this.#servers.size;
    this.#servers.set(tool.serverId, server);
    this.#serverOf[place] = server;
    for (const words of [document.server, document.name, document.description]) {
      this.#lengths[server] = (this.#lengths[server] ?? 0) + words.length;
      for (const word of words) this.#count(word, server);
    }
  }

  /** How well the server of each tool fits, from 0 to 1 for the best; a word counts with the best that stands for it. */
  fit(words: readonly (readonly Term[])[]): (tool: number) => number {
    const scores = new Float64Array(this.#servers.size);
    for (const terms of words) {
      for (const [server, score] of this.#bestOf(terms)) scores[server] = (scores[server] ?? 0) + score;
    }
    const most = Math.max(...scores) || 1;
    return (tool) => (scores[this.#serverOf[tool] ?? -1] ?? 0) / most;
  }

  #count(word: string, server: number): void {
    const counts = this.#counts.get(word) ?? new Map<number, number>();
    if (counts.size === 0) this.#counts.set(word, counts);
    counts.set(server, (counts.get(server) ?? 0) + 1);
  }

  #bestOf(terms: readonly Term[]): ReadonlyMap<number, number> {
    const average = this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, this.#lengths.length);
    const best = new Map<number, number>();
    for (const { word, factor } of terms) {
      const counts = this.#counts.get(word) ?? new Map<number, number>();
      const rarity = Math.log(1 + (this.#servers.size - counts.size + 0.5) / (counts.size + 0.5));
      for (const [server, count] of counts) {
        const length = 1 - LENGTH + (LENGTH * (this.#lengths[server] ?? 0)) / (average || 1);
        const score = (factor * rarity * count * (K1 + 1)) / (count + K1 * length);
        best.set(server, Math.max(score, best.get(server) ?? 0));
      }
    }
    return best;
  }
}
