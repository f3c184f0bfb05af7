// npm run check: the one gate. Runs every step, shows a tool's words only when it fails.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { install, nodeComplaint, PlainError, root } from "./prepare.mjs";
import { runTool, stopToolsOnSignal } from "./run-tool.mjs";

const node = process.execPath;
const tool = (path) => join(root, "node_modules", path);

const MAX_SHOWN = 150;

const STEPS = [
  {
    name: "layers",
    does: "the lint configuration is what the layer table says",
    command: [node, "scripts/layers.mjs"],
  },
  { name: "format", does: "Biome", command: [node, tool("@biomejs/biome/bin/biome"), "check", "--colors=off", "."] },
  { name: "types", does: "TypeScript", command: [node, tool("typescript/bin/tsc"), "-b", "--pretty", "false"] },
  { name: "lint", does: "layers, cycles and shapes", command: [node, "scripts/lint.mjs"] },
  { name: "dead code", does: "knip", command: [node, tool("knip/bin/knip.js"), "--no-progress", "--no-config-hints"] },
  { name: "sizes", does: "file lengths and star re-exports", command: [node, "scripts/sizes.mjs"] },
];

/** The first complaints are the ones to correct; the rest is a number. */
function beginningOf(output) {
  const lines = output.trimEnd().split("\n");
  const rest = lines.length - MAX_SHOWN;
  return rest > 0 ? [...lines.slice(0, MAX_SHOWN), `… and ${rest} more lines.`].join("\n") : lines.join("\n");
}

async function runStep({ name, does, command }) {
  const { code, output, seconds } = await runTool(command, { cwd: root, env: { ...process.env, NO_COLOR: "1" } });
  console.log(`${code === 0 ? "ok    " : "FAILED"}  ${name} (${does}), ${seconds} s`);
  if (code !== 0) console.log(beginningOf(output));
  return code === 0;
}

async function main() {
  if (!existsSync(join(root, "node_modules/typescript"))) await install({ say: (line) => console.log(line) });
  const results = [];
  for (const step of STEPS) results.push({ ...step, passed: await runStep(step) });
  const failed = results.filter((step) => !step.passed).map((step) => step.name);
  console.log(failed.length === 0 ? "Everything holds." : `To correct: ${failed.join(", ")}.`);
  return failed.length === 0 ? 0 : 1;
}

const complaint = nodeComplaint();
if (complaint) {
  console.error(complaint);
  process.exit(1);
}
stopToolsOnSignal();
try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof PlainError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
