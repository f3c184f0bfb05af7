import { accessSync, chmodSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { asFileError, asStoreError, StoreError, sqliteCode } from "../store-error.js";
import { loadSqlite, type SqliteConnection, type SqliteModule, type SqliteStatement } from "./sqlite-module.js";
import { storableParameters } from "./storable-text.js";

export const IN_MEMORY = ":memory:";
/** The first one lets the others wait for a second process. */
const PRAGMAS = ["busy_timeout = 5000", "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"];

export interface OpenSqlite {
  readonly file: string;
  readonly module: SqliteModule;
  readonly dialect: Dialect;
}

/** Opens or creates a database file that only its owner can read. Throws `StoreError`. */
export async function openSqlite(file: string): Promise<OpenSqlite> {
  const module = await loadSqlite();
  if (file !== IN_MEMORY) makePrivateFile(file);
  return { file, module, dialect: sqliteDialect(connect(module, file)) };
}

/** Made before SQLite sees it, so that it is never readable for others; its journals take over its mode. */
export function makePrivateFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    createEmpty(file);
    const found = statSync(file);
    if (!found.isFile()) throw new StoreError("database-unusable");
    if ((found.mode & 0o077) !== 0) chmodSync(file, 0o600);
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw asFileError(error);
  }
}

/** An existing file is never opened here: closing it again would drop the locks SQLite holds on it in this process. */
function createEmpty(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if (!existsSync(file)) throw error;
  }
}

function connect(module: SqliteModule, file: string): SqliteConnection {
  let connection: SqliteConnection | undefined;
  try {
    connection = new module.DatabaseSync(file);
    for (const pragma of PRAGMAS) connection.exec(`pragma ${pragma}`);
    return connection;
  } catch (error) {
    connection?.close();
    const cannotOpen = sqliteCode(error) === 14;
    throw cannotOpen ? new StoreError("database-unusable", error) : asStoreError(error);
  }
}

function sqliteDialect(connection: SqliteConnection): Dialect {
  return {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => new ImmediateDriver({ database: asKyselyDatabase(connection) }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** SQLite rolls back table changes as well, so a migration that was cut off leaves nothing behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Every transaction here writes: taking the write lock first makes a second process wait its turn instead of failing. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** After a full disk SQLite has already rolled back by itself; its complaint must not hide the first error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined);
  }
}

const GIVES_ROWS = /^\s*(?:select|with|pragma)\b|\breturning\b/i;

/** Preparing a statement costs as much as running it, and there are few different ones. */
const STATEMENTS_KEPT = 200;

function asKyselyDatabase(connection: SqliteConnection): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  const statementOf = (sql: string): SqliteStatement => {
    const known = kept.get(sql);
    if (known !== undefined) return known;
    const statement = attempt(() => connection.prepare(sql));
    if (kept.size >= STATEMENTS_KEPT) kept.clear();
    kept.set(sql, statement);
    return statement;
  };
  return {
    close: () => connection.close(),
    prepare(sql) {
      const statement = statementOf(sql);
      return {
        reader: GIVES_ROWS.test(sql),
        all: (parameters) => attempt(() => statement.all(...storableParameters(parameters))),
        run: (parameters) => attempt(() => statement.run(...storableParameters(parameters))),
        iterate: (parameters) => attempt(() => statement.iterate(...storableParameters(parameters))),
      };
    },
  };
}

function attempt<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw asStoreError(error);
  }
}
