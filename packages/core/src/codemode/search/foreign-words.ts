import { readFile } from "node:fs/promises";
import * as z from "zod/mini";
import { inSlices } from "../../kit/in-slices.js";
import { WordRepair } from "./word-repair.js";

/** Less alike than for English words: inflected forms are meant, not other words. */
const SIMILAR_ENOUGH = 0.6;

export interface Meaning {
  readonly word: string;
  /** Above 0, at most 1. */
  readonly weight: number;
}

const Table = z.object({ words: z.record(z.string(), z.string()) });

/**
 * English words for those of twelve other languages, as they stand for each other in translations of a program's
 * interface. One table for all of them: a query does not say its language.
 */
export class ForeignWords {
  readonly #meanings = new Map<string, readonly Meaning[]>();
  readonly #near = new WordRepair();

  /** `meanings`: English words, each followed by its score in hundredths. */
  add(word: string, meanings: string): void {
    this.#meanings.set(word, readMeanings(meanings));
    this.#near.add(word);
  }

  has(word: string): boolean {
    return this.#meanings.has(word);
  }

  /** Of the word itself, else of those that are nearly it. */
  meaningsOf(word: string): readonly Meaning[] {
    const own = this.#meanings.get(word);
    if (own !== undefined) return own;
    return this.#near
      .nearest(word)
      .filter(({ similarity }) => similarity >= SIMILAR_ENOUGH)
      .flatMap((near) =>
        (this.#meanings.get(near.word) ?? []).map((meaning) => ({
          word: meaning.word,
          weight: meaning.weight * Math.sqrt(near.similarity),
        })),
      );
  }
}

/** The table is a part of this package and never changes while it runs: it is read once. */
let reading: Promise<ForeignWords> | null = null;

export function foreignWords(): Promise<ForeignWords> {
  reading ??= readWords(new URL("../../../data/foreign-words.json", import.meta.url));
  return reading;
}

/** Without its table, search does what it can. */
async function readWords(file: URL): Promise<ForeignWords> {
  const words = new ForeignWords();
  try {
    const { words: table } = Table.parse(JSON.parse(await readFile(file, "utf8")));
    await inSlices(Object.entries(table), ([word, meanings]) => words.add(word, meanings));
  } catch {
    return words;
  }
  return words;
}

/** A score says how sure the table is; its root tells sure from unsure less harshly. */
function readMeanings(text: string): readonly Meaning[] {
  const parts = text.split(" ");
  const meanings: Meaning[] = [];
  for (let place = 0; place + 1 < parts.length; place += 2) {
    meanings.push({ word: parts[place] ?? "", weight: Math.sqrt(Number(parts[place + 1]) / 100) });
  }
  return meanings;
}
