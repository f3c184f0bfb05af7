import { createHash } from "node:crypto";
import { TABLE_NAMES, type TableName } from "./tables.js";

/** Counts rows and digests their lines, so that what was written and what was read can be held side by side. */
export class RowTally {
  readonly #hash = createHash("sha256");
  readonly #counts = new Map<TableName, number>();

  add(table: TableName, line: string): void {
    this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
    this.#hash.update(line).update("\n");
  }

  /** To be asked once, at the end. */
  finish(): Tally {
    const entries = TABLE_NAMES.map((table) => [table, this.#counts.get(table) ?? 0] as const);
    return { counts: Object.fromEntries(entries), sha256: this.#hash.digest("hex") };
  }
}

export interface Tally {
  /** Rows by table. */
  readonly counts: Readonly<Record<string, number>>;
  readonly sha256: string;
}
