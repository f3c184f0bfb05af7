import { join } from "node:path";
import { readDatabaseUrl } from "./database-settings.js";
import { type Environment, readSettings } from "./settings.js";

/** Where an instance keeps its rows: a file of its data directory, or a database server. */
export type DatabasePlace =
  | { readonly kind: "file"; readonly file: string; readonly dataDir: string }
  | { readonly kind: "server"; readonly url: string };

/** The place that the environment names, or the file below `dataDir` where a command line names that. Throws a StartFailure. */
export function databasePlace(env: Environment, dataDir: string | null): DatabasePlace {
  const url = readDatabaseUrl(env);
  if (dataDir === null && url !== null) return { kind: "server", url };
  const { DATABASE_URL: _url, NATS_URL: _bus, LOOP_METRICS_PORT: _port, ...rest } = env;
  const folder = dataDir ?? readSettings(rest).dataDir;
  return { kind: "file", file: join(folder, "loop.db"), dataDir: folder };
}
