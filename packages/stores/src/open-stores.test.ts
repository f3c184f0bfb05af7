import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTempDir } from "@loop/testkit";
import { Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openSqlite } from "./dialects/sqlite.js";
import { migrate } from "./migrations/migrate.js";
import { openStores, storesOver } from "./open-stores.js";
import type { Tables } from "./schema.js";
import { systemClock } from "./store-clock.js";

const built = new URL("../dist/index.js", import.meta.url).href;

function conversation(id: string, title = "") {
  const rest = { permission: "read-only", workspace: null, createdAt: "2030-01-01T00:00:00.000Z" } as const;
  return { id, accountId: "alice", title, ...rest };
}

test("a new database and its journals are readable for their owner only", async () => {
  const file = join(makeTempDir(), "made", "loop.db");
  const stores = await openStores({ url: `sqlite:${file}` });
  onTestFinished(() => stores.close());
  await stores.conversations.create(conversation("one"));
  for (const name of [file, `${file}-wal`, `${file}-shm`]) expect(statSync(name).mode & 0o777).toBe(0o600);
});

test("a database that others could read is closed to them", async () => {
  const file = join(makeTempDir(), "loop.db");
  await (await openStores({ file })).close();
  chmodSync(file, 0o644);
  await (await openStores({ file })).close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a file that is no database is refused and left as it is", async () => {
  const file = join(makeTempDir(), "loop.db");
  const text = "Dear diary, ".repeat(1_000);
  writeFileSync(file, text);
  await expect(openStores({ file })).rejects.toMatchObject({ code: "database-unusable" });
  expect(readFileSync(file, "utf8")).toBe(text);
});

test("a folder in the place of the database is refused, and its rights stay", async () => {
  const file = join(makeTempDir(), "loop.db");
  mkdirSync(file, { mode: 0o755 });
  await expect(openStores({ file })).rejects.toMatchObject({ code: "database-unusable" });
  expect(statSync(file).mode & 0o777).toBe(0o755);
});

test("a database kind that is not there is refused in plain words", async () => {
  const refused = openStores({ url: "mysql://user:secret@127.0.0.1/loop" });
  await expect(refused).rejects.toMatchObject({ code: "setting-invalid" });
  await expect(refused).rejects.not.toThrow(/secret/);
});

test("closing waits for what is under way and may be repeated", async () => {
  const file = join(makeTempDir(), "loop.db");
  const stores = await openStores({ file });
  const created = stores.conversations.create(conversation("one"));
  await Promise.all([stores.close(), stores.close()]);
  await created;
  const again = await openStores({ file });
  onTestFinished(() => again.close());
  expect(await again.conversations.get("alice", "one")).toMatchObject({ id: "one" });
});

test("a full database refuses the change by its code, keeps everything and goes on when there is room", async () => {
  const db = new Kysely<Tables>({ dialect: (await openSqlite(join(makeTempDir(), "loop.db"))).dialect });
  onTestFinished(() => db.destroy());
  await migrate(db);
  const stores = storesOver(db, systemClock);
  await stores.conversations.create(conversation("one"));
  await sql`pragma max_page_count = 1`.execute(db);
  const refused = stores.conversations.create(conversation("two", "x".repeat(100_000)));
  await expect(refused).rejects.toMatchObject({ code: "disk-full", message: "The disk is full." });
  expect(await stores.conversations.list("alice")).toMatchObject([{ id: "one" }]);
  await sql`pragma max_page_count = 1000000`.execute(db);
  await stores.conversations.create(conversation("two", "x".repeat(100_000)));
  expect((await stores.events.after({ accountId: "alice", seq: 0, limit: 9 })).map((event) => event.seq)).toEqual([
    1, 2,
  ]);
});

const fillDisk = `
  import { rmSync, writeFileSync } from "node:fs";
  import { openStores } from ${JSON.stringify(built)};
  const [dir] = process.argv.slice(1);
  const ballast = dir + "/ballast";
  writeFileSync(ballast, "x".repeat(400_000));
  const stores = await openStores({ file: dir + "/loop.db" });
  const row = (id) => ({ id, accountId: "alice", title: "x".repeat(20_000), permission: "read-only", workspace: null, createdAt: "2030-01-01T00:00:00.000Z" });
  let kept = 0;
  let code = null;
  while (code === null) {
    try { await stores.conversations.create(row("c" + kept)); kept += 1; } catch (error) { code = error.code; }
  }
  const listed = (await stores.conversations.list("alice")).length;
  rmSync(ballast);
  await stores.conversations.create(row("after"));
  const events = await stores.events.after({ accountId: "alice", seq: 0, limit: 1000 });
  const inOrder = events.every((event, index) => event.seq === index + 1);
  await stores.close();
  console.log(JSON.stringify({ code, lost: kept - listed, inOrder, events: events.length - kept }));
`;

const canMount = spawnSync("unshare", ["-rm", "true"]).status === 0;

test.skipIf(!canMount)("a full disk loses nothing, and writing goes on once there is room", () => {
  const dir = makeTempDir();
  const script = 'mount -t tmpfs -o size=1m tmpfs "$1" && exec "$2" --input-type=module --eval "$3" "$1"';
  const said = execFileSync("unshare", ["-rm", "sh", "-c", script, "sh", dir, process.execPath, fillDisk]);
  expect(JSON.parse(said.toString())).toEqual({ code: "disk-full", lost: 0, inOrder: true, events: 1 });
});

test("opening says nothing on the terminal", () => {
  const program = `import { openStores } from ${JSON.stringify(built)}; await (await openStores({ file: ":memory:" })).close();`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program]);
  expect([status, stdout.toString(), stderr.toString()]).toEqual([0, "", ""]);
});
