import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { openStores } from "@loop/stores";
import { makeTempDir } from "@loop/testkit";
import { expect, test } from "vitest";
import { startLoop } from "../test-support/loop-process.js";
import { clientOf } from "../test-support/test-server.js";
import { readBackupUsage } from "./backup.js";
import { PERSONAL_ACCOUNT } from "./modes/personal-mode.js";

const bin = fileURLToPath(new URL("../../loop/bin/loop.mjs", import.meta.url));

function loopBackup(dataDir: string, ...args: readonly string[]) {
  const env = { PATH: process.env["PATH"], HOME: makeTempDir("home"), LOOP_DATA_DIR: dataDir };
  const run = spawnSync(process.execPath, [bin, "backup", ...args], { encoding: "utf8", env });
  return { code: run.status, stdout: run.stdout, stderr: run.stderr };
}

test("a running server's conversations are copied, the copy opens, and it says what is not in it", async () => {
  const dataDir = makeTempDir("data");
  const loop = startLoop({ LOOP_DATA_DIR: dataDir });
  const link = await loop.ready();
  const client = clientOf(link.origin, link.searchParams.get("token") ?? "");
  await client.ask("createConversation", { body: { title: "Kept" } });
  const file = join(makeTempDir("backup"), "copy.db");
  const ended = loopBackup(dataDir, file);
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  expect(ended.stdout).toContain(`Wrote ${file} (`);
  expect(ended.stdout).toContain("Not in it: mcp.json, token and secret.");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const stores = await openStores({ file });
  try {
    expect(JSON.stringify(await stores.conversations.list(PERSONAL_ACCOUNT))).toContain("Kept");
  } finally {
    await stores.close();
  }
  const token = readFileSync(join(dataDir, "token"), "utf8").trim();
  expect(readFileSync(file, "latin1")).not.toContain(token);
  expect((await client.call("GET", "/api/conversations")).status).toBe(200);
});

test("an existing file is left alone, and nothing is left of what cannot be copied", async () => {
  const dataDir = makeTempDir("data");
  const folder = makeTempDir("backup");
  const file = join(folder, "copy.db");
  expect(loopBackup(dataDir, file)).toMatchObject({ code: 4, stderr: expect.stringContaining("nothing to copy yet") });
  writeFileSync(join(dataDir, "loop.db"), "this is no database, however long it is".repeat(100));
  expect(loopBackup(dataDir, file)).toMatchObject({ code: 1, stderr: expect.stringContaining("cannot be opened") });
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(file, "mine");
  expect(loopBackup(dataDir, file)).toMatchObject({ code: 4, stderr: expect.stringContaining("was left alone") });
  expect(readFileSync(file, "utf8")).toBe("mine");
}, 60_000);

test.each([[[]], [["a", "b"]], [["--what"]], [[""]], [["a", "--data-dir"]]])("%j is wrong usage", (argv) => {
  expect(readBackupUsage(argv)).toBeNull();
});

test("the file and the data directory are taken from the working directory", () => {
  expect(readBackupUsage(["copy.db", "--data-dir", "data"])).toEqual({
    file: resolve("copy.db"),
    dataDir: resolve("data"),
  });
  expect(readBackupUsage(["/copy.db"])).toEqual({ file: "/copy.db", dataDir: null });
  expect(readBackupUsage(["--help"])).toBe("help");
});

test("wrong usage names the command and its help, and makes nothing", () => {
  const dataDir = join(makeTempDir("data"), "never-made");
  expect(loopBackup(dataDir)).toMatchObject({ code: 4, stderr: expect.stringContaining("loop backup --help") });
  expect(loopBackup(dataDir, "--help")).toMatchObject({ code: 0, stdout: expect.stringContaining("Exit codes:") });
  expect(existsSync(dataDir)).toBe(false);
});
