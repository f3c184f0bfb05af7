import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTempDir } from "@loop/testkit";
import { expect, test } from "vitest";
import { prepareDataDir, prepareWorkspace, readOrMakeToken } from "./data-dir.js";

const modeOf = (path: string) => statSync(path).mode & 0o777;

test("the data directory and the token are for their owner alone [CFG-02]", async () => {
  const dataDir = join(makeTempDir(), "deep", "loop");
  await prepareDataDir(dataDir);
  const token = await readOrMakeToken(dataDir);
  expect(modeOf(dataDir)).toBe(0o700);
  expect(modeOf(join(dataDir, "token"))).toBe(0o600);
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
});

test("the token stays over restarts, and deleting its file makes a new one", async () => {
  const dataDir = makeTempDir();
  const first = await readOrMakeToken(dataDir);
  expect(await readOrMakeToken(dataDir)).toBe(first);
  rmSync(join(dataDir, "token"));
  expect(await readOrMakeToken(dataDir)).not.toBe(first);
});

test("a token file that holds something else is replaced, and one that others could read is closed", async () => {
  const dataDir = makeTempDir();
  const file = join(dataDir, "token");
  writeFileSync(file, "short");
  const token = await readOrMakeToken(dataDir);
  expect(readFileSync(file, "utf8").trim()).toBe(token);
  writeFileSync(file, `${token}\n`);
  rmSync(file);
  writeFileSync(file, `${token}\n`, { mode: 0o644 });
  expect(await readOrMakeToken(dataDir)).toBe(token);
  expect(modeOf(file)).toBe(0o600);
});

test("a data directory that is a file, or leads nowhere, is named as unreadable", async () => {
  const folder = makeTempDir();
  writeFileSync(join(folder, "file"), "");
  symlinkSync(join(folder, "nowhere", "else"), join(folder, "link"));
  for (const name of ["file", "link", "file/below"]) {
    await expect(prepareDataDir(join(folder, name))).rejects.toMatchObject({
      code: "data-dir-unreadable",
      subject: join(folder, name),
    });
  }
  mkdirSync(join(folder, "token"));
  await expect(readOrMakeToken(folder)).rejects.toMatchObject({ code: "data-dir-unreadable" });
});

test.runIf(process.platform === "linux")(
  "a place in which nothing can be made is named, and is not tried for ever [CFG-02]",
  async () => {
    await expect(prepareDataDir("/proc/loop/deep")).rejects.toMatchObject({ code: "data-dir-unreadable" });
  },
);

test("the default workspace is made, a chosen one must be a folder", async () => {
  const folder = makeTempDir();
  await prepareWorkspace(join(folder, "workspace"), { create: true });
  expect(statSync(join(folder, "workspace")).isDirectory()).toBe(true);
  const missing = join(folder, "missing");
  await expect(prepareWorkspace(missing, { create: false })).rejects.toMatchObject({
    code: "workspace-unusable",
    subject: missing,
  });
});
