import { Kysely } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openSqlite } from "../dialects/sqlite.js";
import { migrate } from "../migrations/migrate.js";
import type { Tables } from "../schema.js";
import { OWNED_TABLES } from "./account-rows.js";

test("every table that says whose its rows are is emptied with the account", async () => {
  const db = new Kysely<Tables>({ dialect: (await openSqlite(":memory:")).dialect });
  onTestFinished(() => db.destroy());
  await migrate(db);
  const tables = await db.introspection.getTables();
  const owned = tables.filter((table) => table.columns.some((column) => column.name === "account_id"));
  expect([...OWNED_TABLES].sort()).toEqual(owned.map((table) => table.name).sort());
});
