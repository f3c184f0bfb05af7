import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";

test("directories of processes that are gone are removed, others stay", async () => {
  const gone = spawnSync(process.execPath, ["-e", ""]).pid;
  const left = join(tmpdir(), `loop-testkit-${gone}`);
  const stranger = join(tmpdir(), "loop-testkit-stranger");
  mkdirSync(left, { recursive: true });
  mkdirSync(stranger, { recursive: true });
  vi.resetModules();
  const { makeTempDir, removeTempDirs } = await import("./temp-dir.js");
  const dir = makeTempDir("mine");
  expect([existsSync(dir), existsSync(left), existsSync(stranger)]).toEqual([true, false, true]);
  removeTempDirs();
  expect(existsSync(dir)).toBe(false);
  rmSync(stranger, { recursive: true });
});
