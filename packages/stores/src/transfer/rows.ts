import { type RawBuilder, sql } from "kysely";
import { storableText } from "../dialects/storable-text.js";
import type { Database } from "../schema.js";
import { KEYS, TABLE_NAMES, type TableName } from "./tables.js";

export type Cell = string | number | null;
export type Row = Readonly<Record<string, Cell>>;

export interface TableRow {
  readonly table: TableName;
  readonly row: Row;
}

const ROWS_AT_ONCE = 200;

/** Every row of every table, in the same order from every database. Meant for one transaction with one view of the data. */
export async function* everyRow(db: Database): AsyncGenerator<TableRow> {
  for (const table of TABLE_NAMES) {
    for await (const row of rowsOf(db, table)) yield { table, row };
  }
}

async function* rowsOf(db: Database, table: TableName): AsyncGenerator<Row> {
  let after: RawBuilder<unknown> = sql``;
  const key = sql.join(KEYS[table].map((column) => sql.ref(column)));
  for (;;) {
    const query = sql<
      Record<string, unknown>
    >`select * from ${sql.table(table)} ${after} order by ${key} limit ${sql.lit(ROWS_AT_ONCE)}`;
    const { rows } = await query.execute(db);
    for (const row of rows) yield asRow(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    after = sql`where (${key}) > (${sql.join(KEYS[table].map((column) => last[column]))})`;
  }
}

/** With its columns by name, so that the order in which a database has them does not matter. */
function asRow(row: Record<string, unknown>): Row {
  const columns = Object.keys(row).sort();
  return Object.fromEntries(columns.map((column) => [column, asCell(row[column])]));
}

function asCell(value: unknown): Cell {
  if (typeof value === "string") return storableText(value);
  if (typeof value === "number" || value === null) return value;
  throw new TypeError("the schema has text, whole numbers and nothing else");
}

/** Null for what is no row of a known table. */
export function readRow(value: unknown): TableRow | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [table, row]: unknown[] = value;
  const name = TABLE_NAMES.find((known) => known === table);
  if (name === undefined || typeof row !== "object" || row === null || Array.isArray(row)) return null;
  const cells = Object.entries(row).map(([column, cell]): readonly [string, Cell | undefined] => [
    column,
    typeof cell === "string" || typeof cell === "number" || cell === null ? cell : undefined,
  ]);
  const known = cells.flatMap(([column, cell]) => (cell === undefined ? [] : [[column, cell] as const]));
  return known.length === cells.length ? { table: name, row: Object.fromEntries(known) } : null;
}
