import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const rootPrefix = "loop-testkit-";
let root: string | null = null;

/** A new directory, removed when this process ends, or by the next test process if this one was killed. */
export function makeTempDir(name = "dir"): string {
  root ??= openRoot();
  mkdirSync(root, { recursive: true });
  return mkdtempSync(join(root, `${name}-`));
}

export function removeTempDirs(): void {
  if (root !== null) rmSync(root, { recursive: true, force: true });
}

function openRoot(): string {
  const place = realpathSync(tmpdir());
  for (const name of readdirSync(place)) {
    if (isLeftOver(name)) rmSync(join(place, name), { recursive: true, force: true });
  }
  process.once("exit", removeTempDirs);
  return join(place, `${rootPrefix}${process.pid}`);
}

/** Of a process that is gone. */
function isLeftOver(name: string): boolean {
  const pid = name.startsWith(rootPrefix) ? Number(name.slice(rootPrefix.length)) : 0;
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return pid === process.pid;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "EPERM");
  }
}
