import type {
  AccountServerPatch,
  AccountServerRow,
  AccountServerStore,
  InstanceServerRow,
  NewAccountServer,
  ServerChange,
  StoredList,
} from "@loop/core/host";
import { readJson } from "../json-column.js";
import type { Database, DatabaseTransaction, McpServerTable } from "../schema.js";
import { transact } from "../transaction.js";
import { lockAccount } from "./event-log.js";

export function createAccountServerStore(db: Database): AccountServerStore {
  return { ...cardsOf(db), ...instanceServers(db) };
}

function cardsOf(db: Database): Pick<AccountServerStore, "list" | "get" | "definitions" | "add" | "change" | "remove"> {
  return {
    list: async (accountId) => {
      const rows = await select(db).where("account_id", "=", accountId).orderBy("position").execute();
      return rows.map(asRow);
    },
    get: (accountId, id) => find(db, accountId, id),
    definitions: (accountId, id, revision) => readDefinitions(db, { accountId, id, revision }),
    add: (server) => transact(db, (trx) => add(trx, server)),
    change: (target, patch) => transact(db, (trx) => change(trx, target, patch)),
    remove: async (accountId, id) => {
      const removed = await db
        .deleteFrom("mcp_server")
        .where("id", "=", id)
        .where("account_id", "=", accountId)
        .returning("id")
        .executeTakeFirst();
      return removed !== undefined;
    },
  };
}

/** Without an account's own scope: for administrators, and for the instance itself. */
function instanceServers(
  db: Database,
): Pick<AccountServerStore, "listAll" | "suspend" | "removeAny" | "reseal" | "removeAll"> {
  return {
    listAll: async () => {
      const rows = await selectAll(db).orderBy("mcp_server.account_id").orderBy("position").execute();
      return rows.map(asInstanceRow);
    },
    suspend: (id, suspended) => transact(db, (trx) => suspend(trx, id, suspended)),
    removeAny: async (id) => {
      const removed = await db
        .deleteFrom("mcp_server")
        .where("id", "=", id)
        .returning("account_id as accountId")
        .executeTakeFirst();
      return removed?.accountId ?? null;
    },
    reseal: async (id, { from, to }) => {
      const written = await db
        .updateTable("mcp_server")
        .set({ token: to })
        .where("id", "=", id)
        .where("token", "=", from)
        .returning("id")
        .executeTakeFirst();
      return written !== undefined;
    },
    removeAll: async (accountId) => {
      await db.deleteFrom("mcp_server").where("account_id", "=", accountId).execute();
    },
  };
}

/** Everything but the definitions, which can be large. */
const columns = [
  "mcp_server.id",
  "mcp_server.account_id",
  "mcp_server.label",
  "mcp_server.slug",
  "mcp_server.url",
  "mcp_server.token",
  "mcp_server.enabled",
  "mcp_server.suspended",
  "mcp_server.revision",
  "mcp_server.position",
  "mcp_server.summary",
  "mcp_server.groups_off",
  "mcp_server.catalog_at",
  "mcp_server.created_at",
] as const;

type LightRow = Omit<McpServerTable, "catalog">;

function select(db: Database) {
  return db.selectFrom("mcp_server").select(columns);
}

function selectAll(db: Database) {
  return db
    .selectFrom("mcp_server")
    .leftJoin("login", "login.account_id", "mcp_server.account_id")
    .select(columns)
    .select("login.name as ownerName");
}

async function find(db: Database, accountId: string, id: string): Promise<AccountServerRow | null> {
  const row = await select(db).where("id", "=", id).where("account_id", "=", accountId).executeTakeFirst();
  return row === undefined ? null : asRow(row);
}

function asRow(row: LightRow): AccountServerRow {
  return {
    id: row.id,
    accountId: row.account_id,
    label: row.label,
    slug: row.slug,
    url: row.url,
    sealedToken: row.token,
    enabled: row.enabled === 1,
    suspended: row.suspended === 1,
    revision: row.revision,
    position: row.position,
    summary: readJson(row.summary),
    groupsOff: readJson(row.groups_off),
    catalogAt: row.catalog_at,
    createdAt: row.created_at,
  };
}

function asInstanceRow(row: LightRow & { readonly ownerName: string | null }): InstanceServerRow {
  return { ...asRow(row), ownerName: row.ownerName ?? row.account_id };
}

async function readDefinitions(
  db: Database,
  wanted: { readonly accountId: string; readonly id: string; readonly revision: number },
): Promise<StoredList | null> {
  const row = await db
    .selectFrom("mcp_server")
    .select("catalog")
    .where("id", "=", wanted.id)
    .where("account_id", "=", wanted.accountId)
    .where("revision", "=", wanted.revision)
    .executeTakeFirst();
  return row === undefined ? null : readJson(row.catalog);
}

async function add(trx: DatabaseTransaction, server: NewAccountServer): Promise<AccountServerRow | null> {
  const { id, accountId, label, url, sealedToken, list, summary, createdAt } = server;
  // Writing the account's own row makes those who add for it at once follow one another, on every database.
  await trx
    .insertInto("account")
    .values({ id: accountId, last_seq: 0 })
    .onConflict((conflict) => conflict.column("id").doUpdateSet((row) => ({ last_seq: row.ref("account.last_seq") })))
    .execute();
  // Others of the account wait here, so that each sees the ones before it.
  await lockAccount(trx, accountId);
  const others = await trx
    .selectFrom("mcp_server")
    .select(["slug", "position"])
    .where("account_id", "=", accountId)
    .execute();
  if (others.length >= server.maxServers) return null;
  const row: McpServerTable = {
    id,
    account_id: accountId,
    label,
    slug: server.slugFor(others.map(({ slug }) => slug)),
    url,
    token: sealedToken,
    enabled: 1,
    suspended: 0,
    revision: 1,
    position: Math.max(0, ...others.map(({ position }) => position)) + 1,
    catalog: JSON.stringify(list),
    summary: JSON.stringify(summary),
    groups_off: "[]",
    catalog_at: createdAt,
    created_at: createdAt,
  };
  await trx.insertInto("mcp_server").values(row).execute();
  return asRow(row);
}

async function change(
  trx: DatabaseTransaction,
  target: { readonly accountId: string; readonly id: string; readonly revision: number },
  patch: AccountServerPatch,
): Promise<ServerChange> {
  const { accountId, id, revision } = target;
  const changed = await trx
    .updateTable("mcp_server")
    .set({ ...columnsOf(patch), revision: revision + 1 })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("revision", "=", revision)
    .returning("id")
    .executeTakeFirst();
  const row = await find(trx, accountId, id);
  if (row === null) return { kind: "unknown" };
  return changed === undefined ? { kind: "conflict" } : { kind: "changed", row };
}

function columnsOf({ label, url, sealedToken, enabled, groupsOff, taken }: AccountServerPatch) {
  return {
    ...(label === undefined ? {} : { label }),
    ...(url === undefined ? {} : { url }),
    ...(sealedToken === undefined ? {} : { token: sealedToken }),
    ...(enabled === undefined ? {} : { enabled: Number(enabled) }),
    ...(groupsOff === undefined ? {} : { groups_off: JSON.stringify(groupsOff) }),
    ...(taken === undefined
      ? {}
      : { catalog: JSON.stringify(taken.list), summary: JSON.stringify(taken.summary), catalog_at: taken.at }),
  };
}

async function suspend(trx: DatabaseTransaction, id: string, suspended: boolean): Promise<InstanceServerRow | null> {
  await trx
    .updateTable("mcp_server")
    .set((row) => ({ suspended: Number(suspended), revision: row("revision", "+", 1) }))
    .where("id", "=", id)
    .where("suspended", "!=", Number(suspended))
    .execute();
  const row = await selectAll(trx).where("mcp_server.id", "=", id).executeTakeFirst();
  return row === undefined ? null : asInstanceRow(row);
}
