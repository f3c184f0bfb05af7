import {
  type ColumnDefinitionNode,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  RawNode,
  type TransactionSettings,
} from "kysely";
import { Pool, type PoolClient } from "pg";
import { connectionConfig, type Patience } from "./postgres-config.js";
import { asPostgresStoreError, breaksConnection } from "./postgres-errors.js";
import { storableParameters } from "./storable-text.js";

export interface PostgresOptions {
  readonly url: string;
  readonly patience: Patience;
  /** The most connections at once; work beyond them waits its turn. */
  readonly connections: number;
}

/** Connects when first used. Throws `StoreError` for an address that cannot be read. */
export function postgresDialect(options: PostgresOptions): Dialect {
  const config = connectionConfig(options.url, options.patience);
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PooledDriver(new Pool({ ...config, max: options.connections, idleTimeoutMillis: 30_000 })),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new BytewiseTextCompiler(),
  };
}

/** Texts are compared by their bytes, as SQLite does, whatever language the database was made for. */
class BytewiseTextCompiler extends PostgresQueryCompiler {
  readonly #text = RawNode.createWithSql('text collate "C"');

  protected override visitColumnDefinition(node: ColumnDefinitionNode): void {
    const isText =
      node.dataType.kind === "DataTypeNode" && "dataType" in node.dataType && node.dataType.dataType === "text";
    super.visitColumnDefinition(isText ? { ...node, dataType: this.#text } : node);
  }
}

class PooledDriver implements Driver {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
    // An idle connection that breaks has left the pool by itself; the next work opens another one.
    pool.on("error", () => undefined);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PooledConnection(await attempt(() => this.#pool.connect()));
  }

  async beginTransaction(connection: DatabaseConnection, { isolationLevel }: TransactionSettings): Promise<void> {
    const view = isolationLevel === undefined ? "" : ` isolation level ${isolationLevel}`;
    await connection.executeQuery(CompiledQuery.raw(`begin${view}`));
  }

  /** PostgreSQL answers a commit of a failed transaction with a rollback, which must not pass for success. */
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { command } = await asPooled(connection).run("commit", []);
    if (command !== "COMMIT") throw new Error("a failed transaction was to be committed");
  }

  /** Its complaint must not hide the first error; a connection that cannot roll back is not used again. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const pooled = asPooled(connection);
    await pooled.run("rollback", []).catch(() => pooled.discard());
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    asPooled(connection).release();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

function asPooled(connection: DatabaseConnection): PooledConnection {
  if (connection instanceof PooledConnection) return connection;
  throw new TypeError("this connection belongs to another driver");
}

class PooledConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  #isBroken = false;
  readonly #onError = (): void => this.discard();

  constructor(client: PoolClient) {
    this.#client = client;
    // A connection may break between two statements; nobody else hears of it then.
    client.on("error", this.#onError);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.run(query.sql, query.parameters);
    return command === "SELECT" ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  async run(sql: string, parameters: readonly unknown[]) {
    try {
      return await this.#client.query(sql, storableParameters(parameters));
    } catch (error) {
      const failure = asPostgresStoreError(error);
      if (breaksConnection(failure)) this.discard();
      throw failure;
    }
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("rows are read in pages");
  }

  discard(): void {
    this.#isBroken = true;
  }

  release(): void {
    this.#client.off("error", this.#onError);
    this.#client.release(this.#isBroken);
  }
}

async function attempt<Value>(action: () => Promise<Value>): Promise<Value> {
  try {
    return await action();
  } catch (error) {
    throw asPostgresStoreError(error);
  }
}
