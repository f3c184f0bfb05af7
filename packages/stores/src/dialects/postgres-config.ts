import { Client, type ClientConfig, types } from "pg";
import { StoreError } from "../store-error.js";

const INT8 = 20;
const CONNECT_MS = 5_000;

export interface Patience {
  /** How long the server works on one statement. */
  readonly statementMs: number;
  /** How long a statement waits for a lock. */
  readonly lockMs: number;
}

export const forRequests: Patience = { statementMs: 15_000, lockMs: 5_000 };
/** Other replicas may be changing the tables, and large ones take their time. */
export const forMigrations: Patience = { statementMs: 10 * 60_000, lockMs: 10 * 60_000 };

/** What a connection begins with. Throws `StoreError`, never with the address in its words: that holds a password. */
export function connectionConfig(url: string, patience: Patience): ClientConfig {
  if (!/^postgres(?:ql)?:\/\//.test(url)) throw new StoreError("setting-invalid");
  const config: ClientConfig = {
    connectionString: url,
    application_name: "loop",
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: patience.statementMs,
    lock_timeout: patience.lockMs,
    idle_in_transaction_session_timeout: patience.statementMs,
    // Longer than the server's own limit: it is for a server that does not answer at all.
    query_timeout: patience.statementMs + CONNECT_MS,
    types: { getTypeParser: (type, format) => (type === INT8 ? Number : types.getTypeParser(type, format)) },
  };
  refuseUnreadable(config);
  return config;
}

/** The driver reads the address when a client is made, and repeats it in its complaint. */
function refuseUnreadable(config: ClientConfig): void {
  try {
    new Client(config);
  } catch {
    throw new StoreError("setting-invalid");
  }
}
