/** The part of `node:sqlite` that is used; `@photostructure/sqlite` has the same one. */
export interface SqliteModule {
  readonly DatabaseSync: new (path: string) => SqliteConnection;
  /** Absent before Node 22.16. */
  readonly backup?: (source: SqliteConnection, path: string, options: { readonly rate: number }) => Promise<unknown>;
}

export interface SqliteConnection {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

export interface SqliteStatement {
  all(...parameters: readonly unknown[]): unknown[];
  run(...parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  iterate(...parameters: readonly unknown[]): IterableIterator<unknown>;
}

/** Node's own SQLite where it has one, else the package that carries the same code for older versions. */
export async function loadSqlite(): Promise<SqliteModule> {
  const builtin = loadBuiltin();
  if (isSqliteModule(builtin)) return builtin;
  const packaged: unknown = await import("@photostructure/sqlite");
  if (isSqliteModule(packaged)) return packaged;
  throw new TypeError("neither node:sqlite nor @photostructure/sqlite has the expected form");
}

/** Loading prints one experimental warning on Node 22, which tells the person at the terminal nothing. */
function loadBuiltin(): unknown {
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (String(warning).includes("SQLite is an experimental feature")) return;
    Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}

function isSqliteModule(value: unknown): value is SqliteModule {
  return typeof value === "object" && value !== null && "DatabaseSync" in value;
}
