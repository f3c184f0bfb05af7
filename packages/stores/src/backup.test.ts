import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTempDir } from "@loop/testkit";
import { expect, onTestFinished, test } from "vitest";
import { type OpenStores, openStores } from "./open-stores.js";

async function openIn(dir: string): Promise<OpenStores> {
  const stores = await openStores({ file: join(dir, "loop.db") });
  onTestFinished(() => stores.close());
  return stores;
}

function write(stores: OpenStores, id: string): Promise<unknown> {
  const rest = { title: "x".repeat(2_000), permission: "read-only", workspace: null } as const;
  return stores.conversations.create({ id, accountId: "alice", ...rest, createdAt: "2030-01-01T00:00:00.000Z" });
}

test("a backup made during writes is whole: every row before it, and none halfway", async () => {
  const dir = makeTempDir();
  const stores = await openIn(dir);
  for (let n = 1; n <= 200; n += 1) await write(stores, `before-${n}`);
  const target = join(dir, "backup.db");
  const backup = stores.backup(target);
  const writes = Array.from({ length: 50 }, (_, n) => write(stores, `during-${n}`));
  await Promise.all([backup, ...writes]);

  expect(statSync(target).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir).filter((name) => name.includes("unfinished"))).toEqual([]);
  const copy = await openStores({ file: target });
  onTestFinished(() => copy.close());
  const rows = await copy.conversations.list("alice");
  expect(rows.filter((row) => row.id.startsWith("before-"))).toHaveLength(200);
  const events = await copy.events.after({ accountId: "alice", seq: 0, limit: 1_000 });
  expect(events.map((event) => event.seq)).toEqual(rows.map((_, index) => index + 1));
  expect(await stores.conversations.list("alice")).toHaveLength(250);
});

test("an older backup is replaced, but never the database itself", async () => {
  const dir = makeTempDir();
  const stores = await openIn(dir);
  await write(stores, "one");
  writeFileSync(join(dir, "backup.db"), "an older one");
  await stores.backup(join(dir, "backup.db"));
  await expect(stores.backup(join(dir, "loop.db"))).rejects.toMatchObject({ code: "setting-invalid" });
  await write(stores, "two");
  expect(await stores.conversations.list("alice")).toHaveLength(2);
});

test("a backup into a folder that is not there is refused and leaves nothing", async () => {
  const dir = makeTempDir();
  const stores = await openIn(dir);
  await expect(stores.backup(join(dir, "none", "b.db"))).rejects.toMatchObject({ code: "data-dir-unreadable" });
  expect(readdirSync(dir).filter((name) => !name.startsWith("loop.db"))).toEqual([]);
});

test("a database in memory can be backed up as well", async () => {
  const stores = await openStores({ file: ":memory:" });
  onTestFinished(() => stores.close());
  await write(stores, "one");
  const target = join(makeTempDir(), "backup.db");
  await stores.backup(target);
  const copy = await openStores({ file: target });
  onTestFinished(() => copy.close());
  expect(await copy.conversations.list("alice")).toHaveLength(1);
});
