import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made = new Set<string>();

/** A new directory, removed when this process ends or by `removeTempDirs`. */
export function makeTempDir(name = "loop-test"): string {
  if (made.size === 0) process.once("exit", removeTempDirs);
  const dir = realpathSync(mkdtempSync(join(tmpdir(), `${name}-`)));
  made.add(dir);
  return dir;
}

export function removeTempDirs(): void {
  for (const dir of made) rmSync(dir, { recursive: true, force: true });
  made.clear();
}
