import type { Stores } from "@loop/core/host";
import { Kysely } from "kysely";
import { backUp } from "./backup.js";
import { IN_MEMORY, openSqlite } from "./dialects/sqlite.js";
import { migrate } from "./migrations/migrate.js";
import { createAccountStore } from "./repositories/accounts.js";
import { createApprovalStore } from "./repositories/approvals.js";
import { createConversationStore } from "./repositories/conversations.js";
import { createEventStore } from "./repositories/events.js";
import { createAccountServerStore } from "./repositories/mcp-servers.js";
import { createPersonaStore } from "./repositories/personas.js";
import { createSettingStore } from "./repositories/settings.js";
import { createTurnStore } from "./repositories/turns.js";
import type { Database, Tables } from "./schema.js";
import { postgresClock, type StoreClock, systemClock } from "./store-clock.js";
import { StoreError } from "./store-error.js";

/** `file` is a path or `:memory:`; `url` is `sqlite:<path>`, `sqlite::memory:` or `postgres://…`. */
export type OpenStoresOptions = ({ readonly file: string } | { readonly url: string }) & {
  /** Decides over leases and expiries; absent: this machine with SQLite, the database with PostgreSQL. */
  readonly clock?: StoreClock;
};

export interface OpenStores extends Stores {
  /** Copies everything into `file` while work goes on. Throws `StoreError`; PostgreSQL has its own tools for this. */
  backup(file: string): Promise<void>;
}

/** Of one replica; work beyond them waits its turn. */
const CONNECTIONS = 10;

/** Opens the stores, brings their tables to this version, and creates them at the first start. Throws `StoreError`. */
export async function openStores(options: OpenStoresOptions): Promise<OpenStores> {
  if ("url" in options && /^postgres(?:ql)?:/.test(options.url)) return openServer(options.url, options.clock);
  const clock = options.clock ?? systemClock;
  const sqlite = await openSqlite(sqliteFile(options));
  const db = new Kysely<Tables>({ dialect: sqlite.dialect });
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { ...storesOver(db, clock), backup: (file) => backUp({ sqlite, db }, file) };
}

async function openServer(url: string, clock: StoreClock = postgresClock): Promise<OpenStores> {
  const { openPostgres } = await import("./open-postgres.js");
  const stores = storesOver(await openPostgres(url, { connections: CONNECTIONS }), clock);
  return { ...stores, backup: () => Promise.reject(new StoreError("backup-elsewhere")) };
}

function sqliteFile(options: OpenStoresOptions): string {
  if ("file" in options) return options.file;
  const [, path] = /^sqlite:(.+)$/.exec(options.url) ?? [];
  if (path === undefined) throw new StoreError("setting-invalid");
  return path === IN_MEMORY ? IN_MEMORY : path;
}

/** The ports over tables that are there; `close` closes the database. */
export function storesOver(db: Database, clock: StoreClock): Stores {
  let closed: Promise<void> | null = null;
  return {
    accounts: createAccountStore(db, clock),
    turns: createTurnStore({ db, clock }),
    events: createEventStore(db),
    conversations: createConversationStore(db, clock),
    approvals: createApprovalStore(db, clock),
    settings: createSettingStore(db),
    personas: createPersonaStore(db, clock),
    servers: createAccountServerStore(db),
    close: () => {
      closed ??= closeWhenIdle(db);
      return closed;
    },
  };
}

/** Waits for a connection, so that a transaction under way in SQLite's only one is finished and not cut off. */
async function closeWhenIdle(db: Database): Promise<void> {
  // A database server that is gone has nothing under way.
  await db
    .connection()
    .execute(async () => undefined)
    .catch(() => undefined);
  await db.destroy();
}
