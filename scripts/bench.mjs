// npm run bench -- [mcp] [codemode] [tokens] [search] [--quick]: Loop's tarball beside other packages. They live in bench/,
// outside the workspaces, so that none of them reaches a user.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npmEnvironment, pack } from "./pack.mjs";
import { install, nodeComplaint, npmCommand, PlainError, root } from "./prepare.mjs";
import { runTool, stopToolsOnSignal } from "./run-tool.mjs";

const FOLDER = join(root, "bench");
const QUIET = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];

async function npm(...args) {
  const run = await runTool(npmCommand([...args, ...QUIET]), { cwd: FOLDER, env: npmEnvironment() });
  if (run.code === 0) return;
  console.error(run.output.trimEnd());
  throw new PlainError(
    "The packages to compare with could not be installed. Correct what is named above, then run this again.",
  );
}

/** The others as the lock file has them, and Loop always anew: a tarball of the same version may hold other code. */
async function installAll() {
  console.error("Packing Loop and installing what it is compared with. The first time this takes some minutes.");
  const into = mkdtempSync(join(tmpdir(), "loop-bench-"));
  try {
    const tarball = await pack({ into });
    rmSync(join(FOLDER, "node_modules/@loop"), { recursive: true, force: true });
    await npm("install", "--no-save", tarball);
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}

async function main(args) {
  const complaint = nodeComplaint();
  if (complaint) throw new PlainError(complaint);
  await install({ say: (line) => console.error(line) });
  await installAll();
  const run = await runTool([process.execPath, join(FOLDER, "main.mjs"), ...args], { cwd: root, shown: true });
  return run.code;
}

stopToolsOnSignal();
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof PlainError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
