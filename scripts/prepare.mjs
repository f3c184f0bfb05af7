// Brings a clone to a built state: packages installed, sources compiled, web app bundled. Imports only node:*,
// because it runs before anything is installed.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { explainInstall } from "./install-errors.mjs";
import { runTool } from "./run-tool.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));

const STAMP = join(root, "node_modules", ".loop-stamp");
const LOGS = join(root, ".loop-build");
const COMPILED = ["packages/cli", "packages/server", "packages/testkit"];
const OUTPUTS = ["packages/server/dist/index.js", "packages/cli/dist/index.js", "packages/web/dist/app/index.html"];
const INPUT_FILES = ["package-lock.json", "tsconfig.base.json"];
const SKIPPED_FOLDERS = new Set(["node_modules", "dist", ".types"]);

/** A reason to stop that a person can act on; printed without a stack. */
export class PlainError extends Error {}

/** The one sentence about a Node that is too old, or null. */
export function nodeComplaint(version = process.versions.node) {
  const [major, minor] = version.split(".").map(Number);
  const isGood = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  return isGood
    ? null
    : `Loop needs Node 20.19, 22.12 or a later version; this is Node ${version}. Install one, then try again.`;
}

/** Installs and builds what is missing or stale. Throws a PlainError when that fails. */
export async function prepare({ say = (line) => console.log(line) } = {}) {
  await install({ say });
  await build({ say });
}

export async function install({ say }) {
  const lock = hashOf(readFileSync(join(root, "package-lock.json")));
  if (readStamp().lock === lock) return;
  if (!isInstalled()) {
    say("Installing packages. The first time this takes a minute or two.");
    const run = await runTool(npmCommand(["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]), {
      cwd: root,
    });
    if (run.code !== 0) throw new PlainError(explainInstall(run.output, keepLog("install.log", run.output)));
    say(`Packages installed in ${run.seconds} s.`);
  }
  writeStamp({ lock });
}

/** npm under `npm start` is the npm that was called; its log level is reset by the flag, whatever the caller asked. */
export function npmCommand(args) {
  const path = process.env.npm_execpath;
  if (path && /npm[^/\\]*\.c?js$/.test(path)) return [process.execPath, path, ...args];
  return [process.platform === "win32" ? "npm.cmd" : "npm", ...args];
}

/** Whether node_modules already holds what the lock file names: someone may have run npm ci by hand. */
function isInstalled() {
  const placed = readJson(join(root, "node_modules", ".package-lock.json"))?.packages;
  const wanted = readJson(join(root, "package-lock.json"))?.packages;
  if (!placed || !wanted) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith("node_modules/") && !path.includes("/node_modules/")) return true;
    const found = placed[path];
    return found ? found.version === entry.version : entry.optional === true || entry.link === true;
  });
}

async function build({ say }) {
  const inputs = fingerprint();
  if (readStamp().inputs === inputs && OUTPUTS.every((file) => existsSync(join(root, file)))) return;
  say("Building.");
  const started = Date.now();
  await compile([process.execPath, join(root, "node_modules/typescript/bin/tsc"), "-b", ...COMPILED], root);
  const web = join(root, "packages/web");
  if (existsSync(join(web, "index.html"))) {
    await compile([process.execPath, join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error"], web);
  }
  say(`Built in ${seconds(started)} s.`);
  writeStamp({ ...readStamp(), inputs });
}

async function compile(command, cwd) {
  const run = await runTool(command, { cwd, env: { ...process.env, NODE_ENV: "production" } });
  if (run.code === 0) return;
  console.error(run.output.trimEnd());
  throw new PlainError("Loop could not be built. Correct what is named above, then run this again.");
}

/** Names, sizes and times of every input: cheap enough to ask at each start. */
function fingerprint() {
  const lines = [];
  for (const file of INPUT_FILES) addFile(lines, file);
  for (const name of readdirSync(join(root, "packages"))) {
    const folder = join("packages", name);
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.isFile()) addFile(lines, join(folder, entry.name));
      else if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) addFolder(lines, join(folder, entry.name));
    }
  }
  return hashOf(lines.join("\n"));
}

function addFolder(lines, folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) addFolder(lines, path);
    else if (!/\.test\.tsx?$/.test(entry.name)) addFile(lines, path);
  }
}

function addFile(lines, path) {
  const { size, mtimeMs } = statSync(join(root, path));
  lines.push(`${path} ${size} ${mtimeMs}`);
}

function keepLog(name, text) {
  mkdirSync(LOGS, { recursive: true });
  writeFileSync(join(LOGS, name), text);
  return join(".loop-build", name);
}

const readStamp = () => readJson(STAMP) ?? {};

/** A tree that cannot be written is prepared again next time; that is no reason to fail now. */
function writeStamp(stamp) {
  try {
    writeFileSync(STAMP, JSON.stringify(stamp));
  } catch {
    return;
  }
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

const hashOf = (data) => createHash("sha256").update(data).digest("hex");
const seconds = (started) => ((Date.now() - started) / 1000).toFixed(1);
