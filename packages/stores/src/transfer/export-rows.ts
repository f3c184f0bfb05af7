import { migrationsDone } from "../migrations/migrate.js";
import type { Database } from "../schema.js";
import { RowTally, type Tally } from "./digest.js";
import { everyRow } from "./rows.js";

/** The form of the file; a file of another form is not read. */
export const FORM = "loop-export-1";

/**
 * Writes an instance as lines of JSON: a first line that names the form and the version of the tables, one line a row, and
 * a last line with the counts and the digest, without which a file is not whole.
 */
export async function exportRows(db: Database, write: (line: string) => Promise<void>): Promise<Tally> {
  await write(JSON.stringify({ form: FORM, migrations: await migrationsDone(db) }));
  const tally = new RowTally();
  for await (const { table, row } of everyRow(db)) {
    const line = JSON.stringify([table, row]);
    tally.add(table, line);
    await write(line);
  }
  const total = tally.finish();
  await write(JSON.stringify(total));
  return total;
}
