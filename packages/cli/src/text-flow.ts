import { growRow } from "./live-row.js";

/** A text that streams in, as rows: those that are finished come out once, the others may still change. */
export interface TextFlow {
  /** Takes a piece; returns the lines that it finished. `width` is in cells. */
  push(piece: string, width: number): readonly string[];
  /** The rows that may still change. */
  rows(width: number): readonly string[];
  /** The text is over: what was left of it. */
  end(width: number): readonly string[];
}

/** The text as it is, one changing row at a time. */
export class PlainFlow implements TextFlow {
  #row = "";

  push(piece: string, width: number): readonly string[] {
    const { done, row } = growRow(this.#row, piece, width);
    this.#row = row;
    return done;
  }

  rows(): readonly string[] {
    return this.#row === "" ? [] : [this.#row];
  }

  end(): readonly string[] {
    const rest = this.rows();
    this.#row = "";
    return rest;
  }
}
