import { type PostgresServer, startPostgres } from "@loop/testkit";
import { afterAll, beforeAll } from "vitest";
import { openStores } from "../src/open-stores.js";

export interface PostgresDatabases {
  readonly server: () => PostgresServer;
  /** The address of a database with Loop's empty tables; a new one each time. */
  readonly fresh: () => Promise<string>;
  /** The address of a database with nothing in it. */
  readonly bare: (options?: string) => Promise<string>;
}

const template = "loop_template";

/** One real PostgreSQL for the tests of a file. Call it at the top of the file. */
export function usePostgres(): PostgresDatabases {
  let server: PostgresServer | null = null;
  let count = 0;
  const running = (): PostgresServer => {
    if (server === null) throw new Error("PostgreSQL is started before the first test");
    return server;
  };
  const create = async (options: string): Promise<string> => {
    count += 1;
    await running().run(`create database test_${count} ${options}`);
    return running().url(`test_${count}`);
  };

  beforeAll(async () => {
    server = await startPostgres();
    await server.run(`create database ${template}`);
    await (await openStores({ url: server.url(template) })).close();
  });
  afterAll(() => server?.stop());
  return { server: running, fresh: () => create(`template ${template}`), bare: (options = "") => create(options) };
}
