// npm run long -- NAME: the runs that are too long, or need too much of the outside, for npm test.
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { nodeComplaint, PlainError, prepare, root } from "./prepare.mjs";
import { runTool, stopToolsOnSignal } from "./run-tool.mjs";

/** One file a suite; what follows the name on the command line is handed to it. */
const SUITES = [
  { name: "schemas", file: "schemas.mjs", does: "every schema of the stored catalogs through Loop's own check" },
  {
    name: "real-servers",
    file: "real-servers.mjs",
    does: "servers from npm, over stdio and HTTP, without a network",
  },
  { name: "conformance", file: "conformance.mjs", does: "the official client scenarios against McpManager" },
  { name: "simulation", file: "simulation.mjs", does: "100,000 orders of leases, answers and events over real stores" },
  { name: "rows", file: "rows.mjs", does: "how many changes and rings PostgreSQL and the buses carry here" },
];

function usage() {
  const width = Math.max(...SUITES.map(({ name }) => name.length)) + 2;
  const lines = SUITES.map(({ name, does }) => `  ${name.padEnd(width)}${does}`);
  return ["Usage: npm run long -- NAME", ...lines].join("\n");
}

async function main([name, ...rest]) {
  const suite = SUITES.find((candidate) => candidate.name === name);
  if (!suite) {
    console.error(name ? `There is no suite "${name}".\n${usage()}` : usage());
    return 1;
  }
  await prepare();
  // A run of half an hour should not be felt by whoever works on the same machine.
  setPriority(constants.priority.PRIORITY_LOW);
  const run = await runTool([process.execPath, join(root, "long", suite.file), ...rest], { cwd: root, shown: true });
  console.log(`${name}: ${run.code === 0 ? "passed" : "FAILED"} in ${run.seconds} s.`);
  return run.code;
}

const complaint = nodeComplaint();
if (complaint) {
  console.error(complaint);
  process.exit(1);
}
stopToolsOnSignal();
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof PlainError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
