import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const MOST_BYTES = 150 * 1024;

/** Builds as for people: React chooses its smaller half by the environment. */
function buildInto(folder: string): void {
  const vite = fileURLToPath(import.meta.resolve("vite"));
  const command = join(vite.slice(0, vite.lastIndexOf(join("vite", "dist"))), "vite", "bin", "vite.js");
  const built = spawnSync(process.execPath, [command, "build", "--outDir", folder, "--logLevel", "error"], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: "production" },
    encoding: "utf8",
  });
  if (built.status !== 0) throw new Error(built.stderr);
}

/** Everything a browser loads as script or style before it shows the first screen, the shared worker included. */
function firstLoad(folder: string): readonly string[] {
  const page = readFileSync(join(folder, "index.html"), "utf8");
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? "");
  const worker = readdirSync(join(folder, "assets")).filter((name) => name.startsWith("event-worker"));
  return [...named, ...worker.map((name) => join("assets", name))];
}

test("the first load of script and style is at most 150 KB, compressed", { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "loop-web-"));
  try {
    buildInto(folder);
    const names = firstLoad(folder);
    expect(names.filter((name) => name.endsWith(".css"))).toHaveLength(1);
    expect(names.some((name) => name.includes("event-worker"))).toBe(true);
    const total = names.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0);
    expect(total).toBeGreaterThan(50 * 1024);
    expect(total).toBeLessThanOrEqual(MOST_BYTES);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
