import { join } from "node:path";
import { makeTempDir } from "@loop/testkit";
import { Kysely, type Migration } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openSqlite } from "../dialects/sqlite.js";
import { openStores } from "../open-stores.js";
import type { Tables } from "../schema.js";
import { MIGRATIONS, migrate } from "./migrate.js";

const nextVersion: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable("conversation")
      .addColumn("pinned", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

async function open(file: string): Promise<Kysely<Tables>> {
  const db = new Kysely<Tables>({ dialect: (await openSqlite(file)).dialect });
  onTestFinished(() => db.destroy());
  return db;
}

async function databaseWithRows(): Promise<string> {
  const file = join(makeTempDir(), "loop.db");
  const stores = await openStores({ file });
  const createdAt = "2030-01-01T00:00:00.000Z";
  const rest = { title: "Kept", permission: "read-only", workspace: null, createdAt } as const;
  await stores.conversations.create({ id: "one", accountId: "alice", ...rest });
  await stores.close();
  return file;
}

test("opening again changes nothing", async () => {
  const file = await databaseWithRows();
  for (let round = 0; round < 2; round += 1) {
    const stores = await openStores({ file });
    expect(await stores.conversations.list("alice")).toMatchObject([{ id: "one", title: "Kept" }]);
    expect(await stores.events.lastSeq("alice")).toBe(1);
    await stores.close();
  }
});

test("a database of an older version is brought up and keeps its rows", async () => {
  const db = await open(await databaseWithRows());
  await migrate(db, { ...MIGRATIONS, "9999-pinned": nextVersion });
  expect(await db.selectFrom("conversation").selectAll().execute()).toMatchObject([{ id: "one", pinned: 0 }]);
});

test("a migration that fails halfway leaves the older version whole", async () => {
  const file = await databaseWithRows();
  const broken: Migration = {
    up: async (db) => {
      await nextVersion.up(db);
      throw new Error("cut off");
    },
  };
  const db = await open(file);
  const refused = migrate(db, { ...MIGRATIONS, "9999-pinned": broken });
  await expect(refused).rejects.toMatchObject({ code: "database-unusable" });
  const [row] = await db.selectFrom("conversation").selectAll().execute();
  expect(row).not.toHaveProperty("pinned");
  await migrate(db, { ...MIGRATIONS, "9999-pinned": nextVersion });
});

test("a database of a newer version is refused and left as it is", async () => {
  const file = await databaseWithRows();
  const db = await open(file);
  await migrate(db, { ...MIGRATIONS, "9999-pinned": nextVersion });
  await expect(openStores({ file })).rejects.toMatchObject({ code: "database-newer" });
  expect(await db.selectFrom("conversation").selectAll().execute()).toMatchObject([{ id: "one", pinned: 0 }]);
});
