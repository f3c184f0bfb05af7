import { join } from "node:path";
import { type Environment, readSettings } from "./settings.js";
import { StartFailure } from "./start-failure.js";

/** Where an instance keeps its rows: a file of its data directory, or a database server. */
export type DatabasePlace =
  | { readonly kind: "file"; readonly file: string; readonly dataDir: string }
  | { readonly kind: "server"; readonly url: string };

/** What `DATABASE_URL` says; null where it is absent. Throws a StartFailure, which never repeats the address. */
export function readDatabaseUrl(env: Environment): string | null {
  const value = env["DATABASE_URL"]?.trim() ?? "";
  if (value === "") return null;
  if (!/^postgres(?:ql)?:\/\/\S+$/.test(value)) throw new StartFailure("setting-invalid", "DATABASE_URL");
  return value;
}

/** What `NATS_URL` says; null where it is absent. Throws a StartFailure, which never repeats the address. */
export function readNatsUrl(env: Environment): string | null {
  const value = env["NATS_URL"]?.trim() ?? "";
  if (value === "") return null;
  if (!/^(?:nats|tls):\/\/\S+$/.test(value)) throw new StartFailure("setting-invalid", "NATS_URL");
  return value;
}

/** The place that the environment names, or the file below `dataDir` where a command line names that. Throws a StartFailure. */
export function databasePlace(env: Environment, dataDir: string | null): DatabasePlace {
  const url = readDatabaseUrl(env);
  if (dataDir === null && url !== null) return { kind: "server", url };
  const { DATABASE_URL: _url, NATS_URL: _bus, LOOP_METRICS_PORT: _port, ...rest } = env;
  const folder = dataDir ?? readSettings(rest).dataDir;
  return { kind: "file", file: join(folder, "loop.db"), dataDir: folder };
}
