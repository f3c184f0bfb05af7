import type { Fields } from "./json-rpc.js";
import { type CallResult, failed, structured } from "./tool-result.js";

type Note = { readonly number: number; readonly text: string; readonly addedAt: string };

const MAX_NOTES = 200;

/** Notes of one run of the server, in memory only. */
export class Notes {
  #notes: readonly Note[] = [];
  #lastNumber = 0;

  add(text: string, addedAt: string): CallResult {
    if (this.#notes.length >= MAX_NOTES) return failed(`There are ${MAX_NOTES} notes already. Clear them first.`);
    this.#lastNumber += 1;
    const note = { number: this.#lastNumber, text, addedAt };
    this.#notes = [...this.#notes, note];
    return structured({ note, count: this.#notes.length }, `Note ${note.number} is kept.`);
  }

  list(): CallResult {
    const lines = this.#notes.map((note) => `${note.number}. ${note.text}`);
    const value: Fields = { notes: this.#notes };
    return structured(value, lines.length === 0 ? "There are no notes." : lines.join("\n"));
  }

  clear(): CallResult {
    const removed = this.#notes.length;
    this.#notes = [];
    return structured({ removed }, `Notes removed: ${removed}.`);
  }
}
