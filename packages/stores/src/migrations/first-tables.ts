import { type Kysely, type Migration, sql } from "kysely";

/** Migrations see tables as they were, so they never use today's schema type. */
type AnyDatabase = Kysely<unknown>;

export const firstTables: Migration = {
  async up(db: AnyDatabase) {
    await createConversations(db);
    await createTurns(db);
    await createEvents(db);
    await createQuestions(db);
    await createSettings(db);
  },
};

async function createConversations(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable("account")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("last_seq", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("conversation")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull().references("account.id"))
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("permission", "text", (column) => column.notNull())
    .addColumn("workspace", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("last_message", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("conversation_by_account")
    .on("conversation")
    .columns(["account_id", "updated_at"])
    .execute();
}

async function createTurns(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable("turn")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("conversation_id", "text", (column) =>
      column.notNull().references("conversation.id").onDelete("cascade"),
    )
    .addColumn("parent_turn_id", "text")
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("owner", "text", (column) => column.notNull())
    .addColumn("lease_until_ms", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("turn_by_conversation").on("turn").column("conversation_id").execute();
  await db.schema
    .createIndex("one_running_turn")
    .unique()
    .on("turn")
    .column("conversation_id")
    .where(sql.ref("status"), "=", sql.lit("running"))
    .execute();
  await db.schema
    .createTable("message")
    .addColumn("conversation_id", "text", (column) =>
      column.notNull().references("conversation.id").onDelete("cascade"),
    )
    .addColumn("position", "bigint", (column) => column.notNull())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("turn_id", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("message_key", ["conversation_id", "position"])
    .execute();
}

async function createEvents(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable("event")
    .addColumn("account_id", "text", (column) => column.notNull().references("account.id"))
    .addColumn("seq", "bigint", (column) => column.notNull())
    .addColumn("conversation_id", "text", (column) => column.notNull())
    .addColumn("turn_id", "text")
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("parts", "text")
    .addPrimaryKeyConstraint("event_key", ["account_id", "seq"])
    .execute();
  await db.schema.createIndex("event_by_conversation").on("event").columns(["conversation_id", "seq"]).execute();
  await db.schema.createIndex("event_by_turn").on("event").columns(["turn_id", "seq"]).execute();
}

async function createQuestions(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable("approval")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("conversation_id", "text", (column) => column.notNull())
    .addColumn("turn_id", "text", (column) => column.notNull().references("turn.id").onDelete("cascade"))
    .addColumn("call_id", "text", (column) => column.notNull())
    .addColumn("request", "text", (column) => column.notNull())
    .addColumn("allow_session", "integer", (column) => column.notNull())
    .addColumn("expires_at_ms", "bigint")
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("decision", "text")
    .addColumn("note", "text")
    .addColumn("stop_script", "integer", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("approval_by_account").on("approval").columns(["account_id", "state"]).execute();
  await db.schema.createIndex("approval_by_turn").on("approval").column("turn_id").execute();
  await db.schema
    .createTable("call")
    .addColumn("turn_id", "text", (column) => column.notNull().references("turn.id").onDelete("cascade"))
    .addColumn("call_id", "text", (column) => column.notNull())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("dispatched", "integer", (column) => column.notNull())
    .addColumn("ended", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("call_key", ["turn_id", "call_id"])
    .execute();
}

async function createSettings(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable("setting")
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("setting_key", ["account_id", "key"])
    .execute();
}
