import type { Kysely, Migration } from "kysely";

/** Migrations see tables as they were, so they never use today's schema type. */
type AnyDatabase = Kysely<unknown>;

/** What a shared instance keeps: who may sign in, the servers of each account, personas and what they remember. */
export const sharedTables: Migration = {
  async up(db: AnyDatabase) {
    await db.schema.alterTable("conversation").addColumn("mcp", "integer").execute();
    await db.schema.alterTable("conversation").addColumn("persona_id", "text").execute();
    await createAccounts(db);
    await createServers(db);
    await createPersonas(db);
  },
};

async function createAccounts(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable("login")
    .addColumn("account_id", "text", (column) => column.primaryKey().references("account.id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("name_key", "text", (column) => column.notNull().unique())
    .addColumn("password_hash", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("sign_in")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull().references("account.id"))
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("device", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("last_used_at", "text", (column) => column.notNull())
    .addColumn("expires_at_ms", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sign_in_by_account").on("sign_in").column("account_id").execute();
  await db.schema
    .createTable("invite")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("code_hash", "text", (column) => column.notNull().unique())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("expires_at_ms", "bigint", (column) => column.notNull())
    .execute();
}

async function createServers(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable("mcp_server")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull().references("account.id"))
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("slug", "text", (column) => column.notNull())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("token", "text")
    .addColumn("enabled", "integer", (column) => column.notNull())
    .addColumn("suspended", "integer", (column) => column.notNull())
    .addColumn("revision", "bigint", (column) => column.notNull())
    .addColumn("position", "bigint", (column) => column.notNull())
    .addColumn("catalog", "text", (column) => column.notNull())
    .addColumn("summary", "text", (column) => column.notNull())
    .addColumn("groups_off", "text", (column) => column.notNull())
    .addColumn("catalog_at", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addUniqueConstraint("mcp_server_slug", ["account_id", "slug"])
    .execute();
}

async function createPersonas(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable("persona")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull().references("account.id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("instructions", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("persona_by_account").on("persona").column("account_id").execute();
  await db.schema
    .createTable("memory")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("persona_id", "text", (column) => column.notNull().references("persona.id").onDelete("cascade"))
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("memory_by_persona").on("memory").columns(["persona_id", "created_at"]).execute();
}
