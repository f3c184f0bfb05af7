// What the test suites can use on this machine. Nothing is ever installed here; `.ci/run` does that.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

const CHROMIUMS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const POSTGRES_HOME = "/usr/lib/postgresql";

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(name) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

function chromium() {
  const named = process.env.CHROMIUM_PATH;
  return (named ? [named] : CHROMIUMS).find(isExecutable) ?? null;
}

/** Bubblewrap may be there and still be forbidden to make namespaces. */
function bubblewrap() {
  const file = onPath("bwrap");
  const works =
    file && spawnSync(file, ["--ro-bind", "/", "/", "--unshare-all", "true"], { timeout: 5_000 }).status === 0;
  return works ? file : null;
}

function postgres() {
  const versions = existsSync(POSTGRES_HOME) ? readdirSync(POSTGRES_HOME) : [];
  const packaged = versions.map((version) => join(POSTGRES_HOME, version, "bin", "postgres"));
  return onPath("postgres") ?? packaged.find(isExecutable) ?? null;
}

/** A suite whose file is named after a part needs it (`needsPart`); `variable` hands the part's path to it. */
export const PARTS = [
  { name: "browser", needs: "Chromium (install it or set CHROMIUM_PATH)", variable: "CHROMIUM_PATH", find: chromium },
  {
    name: "sandbox",
    needs: "bubblewrap (bwrap), allowed to make namespaces",
    variable: "LOOP_TEST_BWRAP",
    find: bubblewrap,
  },
  { name: "postgres", needs: "PostgreSQL's postgres program", variable: "LOOP_TEST_POSTGRES", find: postgres },
  { name: "nats", needs: "nats-server", variable: "LOOP_TEST_NATS", find: () => onPath("nats-server") },
];

/** `….<part>.e2e.ts` and `….<part>.test.ts` need that part. */
export function needsPart(file, part) {
  return file.endsWith(`.${part}.e2e.ts`) || file.endsWith(`.${part}.test.ts`);
}

/** `{ missing, environment }`: the parts that are not there, and the paths of those that are. */
export function findParts(parts = PARTS) {
  const found = parts.map((part) => ({ ...part, path: part.find() }));
  const present = found.filter((part) => part.path);
  return {
    missing: found.filter((part) => !part.path),
    environment: Object.fromEntries(present.map((part) => [part.variable, part.path])),
  };
}
