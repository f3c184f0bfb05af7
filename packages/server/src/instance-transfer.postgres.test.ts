import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lockInstance, openStores } from "@loop/stores";
import { makeTempDir, type PostgresServer, startPostgres } from "@loop/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

const bin = fileURLToPath(new URL("../../loop/bin/loop.mjs", import.meta.url));

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

function loop(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const base = { PATH: process.env["PATH"], HOME: makeTempDir("home") };
  const run = spawnSync(process.execPath, [bin, ...args], { encoding: "utf8", env: { ...base, ...env } });
  return { code: run.status, out: run.stdout.trim(), err: run.stderr.trim() };
}

async function dataDirWithRows(): Promise<string> {
  const dataDir = makeTempDir("data");
  const stores = await openStores({ file: join(dataDir, "loop.db") });
  const row = {
    title: "Kept",
    permission: "read-only",
    workspace: null,
    createdAt: "2030-01-01T00:00:00.000Z",
  } as const;
  await stores.conversations.create({ ...row, id: "c", accountId: "alice" });
  await stores.close();
  return dataDir;
}

async function newDatabase(name: string): Promise<string> {
  await server.run(`create database ${name}`);
  return server.url(name);
}

test("an instance moves from a data directory into PostgreSQL and back by three commands", async () => {
  const dataDir = await dataDirWithRows();
  const url = await newDatabase("moved");
  const file = join(makeTempDir(), "instance.jsonl");
  expect(loop({ LOOP_DATA_DIR: dataDir }, "export", file)).toMatchObject({ code: 0, err: "" });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(loop({ DATABASE_URL: url }, "migrate")).toMatchObject({ code: 0, out: expect.stringMatching(/^Changed: /) });
  expect(loop({ DATABASE_URL: url }, "migrate")).toMatchObject({
    code: 0,
    out: "The tables are of this version already.",
  });
  expect(loop({ DATABASE_URL: url }, "import", file)).toEqual({
    code: 0,
    out: `Took in ${file}: 1 conversations, 1 events and 1 other rows. Every one was read back and is the same.`,
    err: "",
  });
  const again = loop({ DATABASE_URL: url }, "import", file);
  expect(again).toMatchObject({ code: 4, err: expect.stringContaining("holds rows already") });

  const back = join(makeTempDir(), "back.jsonl");
  expect(loop({ DATABASE_URL: url }, "export", back)).toMatchObject({ code: 0 });
  expect(readFileSync(back, "utf8")).toBe(readFileSync(file, "utf8"));
  const home = join(makeTempDir(), "new-home");
  // A data directory named on the command line comes before the environment's database.
  expect(loop({ DATABASE_URL: url }, "import", back, "--data-dir", home)).toMatchObject({ code: 0 });
  const stores = await openStores({ file: join(home, "loop.db") });
  expect(await stores.conversations.list("alice")).toMatchObject([{ id: "c", title: "Kept" }]);
  await stores.close();
});

test("a running Loop, an existing file and a file of something else are left alone", async () => {
  const dataDir = await dataDirWithRows();
  const file = join(makeTempDir(), "instance.jsonl");
  const lock = await lockInstance(dataDir, { url: "http://127.0.0.1:4517" });
  if (lock.kind === "taken") throw new Error("nobody else has this folder");
  const running = loop({ LOOP_DATA_DIR: dataDir }, "export", file);
  expect(running).toMatchObject({ code: 1, err: expect.stringContaining("Another Loop already runs") });
  expect(existsSync(file)).toBe(false);
  lock.release();

  writeFileSync(file, "mine\n");
  const taken = loop({ LOOP_DATA_DIR: dataDir }, "export", file);
  expect(taken).toMatchObject({ code: 4, err: `${file} exists already and was left alone. Name another file.` });
  const url = await newDatabase("untouched");
  const odd = loop({ DATABASE_URL: url }, "import", file);
  expect(odd).toMatchObject({ code: 4, err: `${file} is not whole. Nothing was taken in; export it again.` });
  expect(readFileSync(file, "utf8")).toBe("mine\n");
});

test("a database server that is away, refuses or cannot be read is said in plain words, never with its address", () => {
  const { port } = server;
  const cases: readonly (readonly [string, string])[] = [
    ["postgres://loop:canary@127.0.0.1:1/loop", "The database server cannot be reached."],
    [`postgres://loop:canary@127.0.0.1:${port}/postgres`, "The database server does not let Loop in."],
    ["mysql://loop:canary@127.0.0.1/loop", "A setting has a value that Loop cannot use (DATABASE_URL)."],
    ["postgres://loop:canary@host:port/loop", "A setting has a value that Loop cannot use (DATABASE_URL)."],
  ];
  for (const [url, words] of cases) {
    const run = loop({ DATABASE_URL: url }, "migrate");
    expect(run).toMatchObject({ code: 1, out: "", err: expect.stringContaining(words) });
    expect(run.err).not.toContain("canary");
  }
});

test.each([["export"], ["import"]])("loop %s without a file is wrong usage, and tells how", (command) => {
  expect(loop({}, command)).toMatchObject({ code: 4, out: "", err: expect.stringContaining(`loop ${command} FILE`) });
  expect(loop({}, command, "--help")).toMatchObject({ code: 0, out: expect.stringContaining("Exit codes:") });
});
