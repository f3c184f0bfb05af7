import { Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { usePostgres } from "../test-support/postgres-databases.js";
import { postgresDialect } from "./dialects/postgres.js";
import { forRequests } from "./dialects/postgres-config.js";
import { MIGRATIONS, migrate } from "./migrations/migrate.js";
import { type OpenStoresOptions, openStores } from "./open-stores.js";
import type { Tables } from "./schema.js";
import { postgresClock } from "./store-clock.js";
import { transact } from "./transaction.js";

const databases = usePostgres();
const createdAt = "2030-01-01T00:00:00.000Z";
const row = { accountId: "alice", title: "", permission: "read-only", workspace: null, createdAt } as const;

async function open(options: OpenStoresOptions) {
  const stores = await openStores(options);
  onTestFinished(() => stores.close());
  return stores;
}

function connect(url: string, more: { readonly lockMs?: number; readonly statementMs?: number } = {}): Kysely<Tables> {
  const dialect = postgresDialect({ url, patience: { ...forRequests, ...more }, connections: 2 });
  const db = new Kysely<Tables>({ dialect });
  onTestFinished(() => db.destroy());
  return db;
}

test("what a person can put right has a code, and no password in its words", async () => {
  const url = new URL(databases.server().url());
  const wrong = (change: (address: URL) => void): string => {
    const address = new URL(url);
    change(address);
    return address.href;
  };
  const cases: readonly (readonly [string, string])[] = [
    [wrong((address) => (address.port = "1")), "database-unreachable"],
    [wrong((address) => (address.hostname = "no-such-host.invalid")), "database-unreachable"],
    [wrong((address) => (address.password = "canary")), "database-refused"],
    [wrong((address) => (address.username = "nobody")), "database-refused"],
    [wrong((address) => (address.pathname = "/no_such_database")), "database-refused"],
  ];
  for (const [address, code] of cases) {
    const refused = openStores({ url: address });
    await expect(refused).rejects.toMatchObject({ code });
    await expect(refused).rejects.not.toThrow(/canary|loop-password/);
  }
});

test("a database of a newer version, or with another encoding, is refused and left as it is", async () => {
  const url = await databases.fresh();
  await migrate(connect(url), { ...MIGRATIONS, "9999-later": { up: async () => undefined } });
  await expect(openStores({ url })).rejects.toMatchObject({ code: "database-newer" });
  const latin = await databases.bare("encoding 'LATIN1' locale 'C' template template0");
  await expect(openStores({ url: latin })).rejects.toMatchObject({ code: "database-unusable" });
});

test("a migration that fails leaves nothing behind", async () => {
  const url = await databases.fresh();
  const db = connect(url);
  const broken = {
    up: async (trx: Kysely<unknown>) => {
      await trx.schema.alterTable("conversation").addColumn("pinned", "integer").execute();
      throw new Error("cut off");
    },
  };
  const refused = migrate(db, { ...MIGRATIONS, "9999-later": broken });
  await expect(refused).rejects.toMatchObject({ code: "database-unusable" });
  await (await open({ url })).conversations.create({ ...row, id: "c" });
  expect(await db.selectFrom("conversation").selectAll().executeTakeFirst()).not.toHaveProperty("pinned");
});

test("texts are ordered by their bytes, whatever language the database was made for", async () => {
  const url = await databases.bare("locale_provider icu icu_locale 'en' locale 'C.UTF-8' template template0");
  await open({ url });
  const db = connect(url);
  const names = ["script", "script/1", "Z", "a", "ä", "sent", "_"];
  for (const key of names) await db.insertInto("setting").values({ account_id: "x", key, value: "" }).execute();
  const rows = await db.selectFrom("setting").select("key").orderBy("key").execute();
  expect(rows.map(({ key }) => key)).toEqual(["Z", "_", "a", "script", "script/1", "sent", "ä"]);
});

test("the database's clock decides over leases and questions, however wrong a replica's is", async () => {
  const url = await databases.fresh();
  const wrongBy = (ms: number) => ({ ...postgresClock, isoNow: () => new Date(Date.now() + ms).toISOString() });
  const [early, late] = [
    await open({ url, clock: wrongBy(-3_600_000) }),
    await open({ url, clock: wrongBy(3_600_000) }),
  ];
  await early.conversations.create({ ...row, id: "c" });
  const turn = { turnId: "t", conversationId: "c", accountId: "alice", parentTurnId: null, owner: "early" };
  const begun = await early.turns.begin({ ...turn, leaseMs: 30_000, events: [], messages: [] });
  if (begun === null) throw new Error("the conversation is free");
  const at = createdAt;
  const expiresAt = new Date(Date.now() - 3_600_000 + 20_000).toISOString();
  const tool = { builtin: "write_file" } as const;
  const request = {
    id: "q",
    conversationId: "c",
    turnId: "t",
    callId: "a",
    tool,
    description: "",
    args: {},
    allowSession: false,
  };
  await early.turns.append(begun.lease, [
    { type: "approval-request", turnId: "t", at, callId: "a", request: { ...request, expiresAt } },
  ]);
  expect(await late.turns.reap({ owner: "late", all: false })).toEqual([]);
  expect(await late.approvals.pending("alice")).toHaveLength(1);
  expect(await late.approvals.answer("alice", "q", { decision: "allowed" })).toMatchObject({ kind: "settled-now" });
  expect(await early.turns.renew(begun.lease, 1)).toBe(true);
  await expect.poll(() => late.turns.reap({ owner: "late", all: false })).toMatchObject([{}, { type: "turn-end" }]);
});

test("connections that are ended are replaced, and what is in the way is given up in time", async () => {
  const url = await databases.fresh();
  const stores = await open({ url });
  await stores.conversations.create({ ...row, id: "c" });
  await databases
    .server()
    .run("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'loop'");
  await expect.poll(() => stores.conversations.list("alice").catch(() => [])).toHaveLength(1);

  const db = connect(url, { lockMs: 200, statementMs: 400 });
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("account").set({ last_seq: 1 }).execute();
    const blocked = connect(url, { lockMs: 100 }).updateTable("account").set({ last_seq: 2 }).execute();
    await expect(blocked).rejects.toMatchObject({ code: "storage-error" });
  });
  await expect(sql`select pg_sleep(5)`.execute(db)).rejects.toMatchObject({ code: "storage-error" });
});

test("more work than there are connections waits its turn, and the pool stays within its bound", async () => {
  const url = await databases.fresh();
  const stores = await open({ url });
  await Promise.all(Array.from({ length: 60 }, (_, n) => stores.conversations.create({ ...row, id: `c${n}` })));
  expect(await stores.events.lastSeq("alice")).toBe(60);
  const count = await databases
    .server()
    .run(`select count(*) from pg_stat_activity where datname = '${new URL(url).pathname.slice(1)}'`);
  expect(Number(count)).toBeLessThanOrEqual(10);
});

test("two changes that wait for each other both come through", async () => {
  const db = connect(await databases.fresh());
  await db
    .insertInto("account")
    .values(["a", "b"].map((id) => ({ id, last_seq: 0 })))
    .execute();
  const met: string[] = [];
  const crosswise = (order: readonly string[]) =>
    transact(db, async (trx) => {
      for (const id of order) {
        await trx
          .updateTable("account")
          .set((row_) => ({ last_seq: row_("last_seq", "+", 1) }))
          .where("id", "=", id)
          .execute();
        met.push(id);
        if (met.length < 2) await expect.poll(() => met.length).toBeGreaterThan(1);
      }
    });
  await Promise.all([crosswise(["a", "b"]), crosswise(["b", "a"])]);
  expect(await db.selectFrom("account").select("last_seq").execute()).toEqual([{ last_seq: 2 }, { last_seq: 2 }]);
});
