import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { makeTempDir } from "@loop/testkit";
import { expect, onTestFinished, test } from "vitest";
import { lockInstance } from "./instance-lock.js";

const built = new URL("../dist/index.js", import.meta.url).href;

const holder = `
  import { writeSync } from "node:fs";
  import { lockInstance } from ${JSON.stringify(built)};
  const [dir, url] = process.argv.slice(1);
  const lock = await lockInstance(dir, { url });
  writeSync(1, JSON.stringify({ kind: lock.kind, url: lock.url ?? null }) + "\\n");
  if (lock.kind === "locked") setInterval(() => undefined, 1000);
`;

/** Another process that tries to become the server of `dir`, and stays if it does. */
async function startOther(dir: string): Promise<{ child: ChildProcess; said: unknown }> {
  const args = ["--input-type=module", "--eval", holder, dir, "http://127.0.0.1:4517"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  for await (const line of createInterface({ input: child.stdout })) return { child, said: JSON.parse(line) };
  throw new Error("the other process said nothing");
}

test("a second server is refused and told where the first one is, until the first is killed", async () => {
  const dir = makeTempDir();
  const { child, said } = await startOther(dir);
  expect(said).toEqual({ kind: "locked", url: null });
  expect(await lockInstance(dir, { url: "http://127.0.0.1:1" })).toEqual({
    kind: "taken",
    url: "http://127.0.0.1:4517",
  });
  child.kill("SIGKILL");
  await once(child, "exit");
  const lock = await lockInstance(dir, { url: "http://127.0.0.1:1" });
  if (lock.kind !== "locked") throw new Error("the lock of a killed server is free");
  lock.release();
});

test("a second try in the process that holds the lock does not loosen it for others", async () => {
  const dir = makeTempDir();
  const lock = await lockInstance(dir, { url: null });
  if (lock.kind !== "locked") throw new Error("a new directory is free");
  expect(await lockInstance(dir, { url: null })).toEqual({ kind: "taken", url: null });
  lock.setUrl("http://127.0.0.1:9");
  expect((await startOther(dir)).said).toEqual({ kind: "taken", url: "http://127.0.0.1:9" });
  lock.release();
  lock.release();
  expect(existsSync(join(dir, "instance.json"))).toBe(false);
  expect((await startOther(dir)).said).toEqual({ kind: "locked", url: null });
});

test("the files of the lock are readable for their owner only, and a broken note does no harm", async () => {
  const dir = join(makeTempDir(), "made", "when needed");
  const lock = await lockInstance(dir, { url: "http://127.0.0.1:9" });
  if (lock.kind !== "locked") throw new Error("a new directory is free");
  for (const name of ["instance.db", "instance.json"]) {
    expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600);
  }
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  expect(JSON.parse(readFileSync(join(dir, "instance.json"), "utf8"))).toEqual({ url: "http://127.0.0.1:9" });
  writeFileSync(join(dir, "instance.json"), "{half");
  expect(await lockInstance(dir, { url: null })).toEqual({ kind: "taken", url: null });
  lock.release();
});

test("a data directory that is a file is refused in plain words", async () => {
  const file = join(makeTempDir(), "data");
  writeFileSync(file, "");
  await expect(lockInstance(file, { url: null })).rejects.toMatchObject({ code: "data-dir-unreadable" });
});
