import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { migrationsDone } from "../migrations/migrate.js";
import type { Database, DatabaseTransaction } from "../schema.js";
import { StoreError } from "../store-error.js";
import { RowTally, type Tally } from "./digest.js";
import { FORM } from "./export-rows.js";
import { everyRow, type Row, readRow, type TableRow } from "./rows.js";
import { TABLE_NAMES, type TableName } from "./tables.js";

/** Why nothing was taken in. */
export type ImportProblem = "not-empty" | "no-export" | "other-version" | "cut-short" | "not-the-same";

/** Thrown inside the transaction, so that nothing of a refused file stays. */
export class ImportRefusal extends Error {
  readonly problem: ImportProblem;

  constructor(problem: ImportProblem) {
    super(problem);
    this.name = "ImportRefusal";
    this.problem = problem;
  }
}

/** SQLite takes 32,766 parameters in a statement, PostgreSQL 65,535. */
const PARAMETERS_AT_ONCE = 20_000;
const CHARACTERS_AT_ONCE = 4_000_000;

/**
 * Takes an export into empty tables, in the caller's transaction, and reads everything back: what stands there then is, row
 * by row, what the file holds. Throws `ImportRefusal`, and `StoreError` for the database.
 */
export async function importRows(trx: DatabaseTransaction, lines: AsyncIterable<string>): Promise<Tally> {
  if (await holdsRows(trx)) throw new ImportRefusal("not-empty");
  const file = await takeIn(trx, lines);
  const stored = await tallyOf(trx);
  if (!isDeepStrictEqual(stored, file)) throw new ImportRefusal("not-the-same");
  return stored;
}

async function holdsRows(db: Database): Promise<boolean> {
  for (const table of TABLE_NAMES) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

async function tallyOf(db: Database): Promise<Tally> {
  const tally = new RowTally();
  for await (const { table, row } of everyRow(db)) tally.add(table, JSON.stringify([table, row]));
  return tally.finish();
}

async function takeIn(trx: DatabaseTransaction, lines: AsyncIterable<string>): Promise<Tally> {
  const inserts = new RowInserts(trx);
  const tally = new RowTally();
  let isFirst = true;
  let end: unknown = null;
  for await (const line of lines) {
    const value = parse(line);
    if (isFirst) await readHead(trx, value);
    else if (end !== null) throw new ImportRefusal("no-export");
    else if (Array.isArray(value)) {
      const row = rowOf(value);
      tally.add(row.table, line);
      await inserts.add(row);
    } else end = value;
    isFirst = false;
  }
  await inserts.finish();
  const total = tally.finish();
  if (end === null) throw new ImportRefusal(isFirst ? "no-export" : "cut-short");
  if (!isDeepStrictEqual(end, total)) throw new ImportRefusal("not-the-same");
  return total;
}

async function readHead(db: Database, head: unknown): Promise<void> {
  if (typeof head !== "object" || head === null || !("form" in head) || head.form !== FORM) {
    throw new ImportRefusal("no-export");
  }
  const migrations = "migrations" in head ? head.migrations : null;
  if (!isDeepStrictEqual(migrations, await migrationsDone(db))) throw new ImportRefusal("other-version");
}

function rowOf(value: unknown): TableRow {
  const row = readRow(value);
  if (row === null) throw new ImportRefusal("no-export");
  return row;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The last line of a file that was cut off is no whole line.
    throw new ImportRefusal("cut-short");
  }
}

/** What the tables do not take was written by something else; a state of the database stays one. */
function refuse(error: unknown): never {
  throw error instanceof StoreError ? error : new ImportRefusal("no-export");
}

/** Gathers rows of one table into few statements. */
class RowInserts {
  readonly #db: Database;
  #table: TableName | null = null;
  #rows: Row[] = [];
  #characters = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  async add({ table, row }: TableRow): Promise<void> {
    const columns = Object.keys(row).length;
    const isFull = (this.#rows.length + 1) * columns > PARAMETERS_AT_ONCE || this.#characters > CHARACTERS_AT_ONCE;
    if (table !== this.#table || isFull) await this.finish();
    this.#table = table;
    this.#rows.push(row);
    for (const cell of Object.values(row)) this.#characters += typeof cell === "string" ? cell.length : 1;
  }

  async finish(): Promise<void> {
    const [first] = this.#rows;
    if (this.#table === null || first === undefined) return;
    const columns = Object.keys(first);
    if (this.#rows.some((row) => !isDeepStrictEqual(Object.keys(row), columns))) throw new ImportRefusal("no-export");
    const values = this.#rows.map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`);
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const insert = sql`insert into ${sql.table(this.#table)} (${names}) values ${sql.join(values)}`;
    await insert.execute(this.#db).catch(refuse);
    this.#rows = [];
    this.#characters = 0;
  }
}
