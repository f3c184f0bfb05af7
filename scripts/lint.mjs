// Runs oxlint with types and says each finding in one line: where, what, and what to do instead.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runTool, stopToolsOnSignal } from "./run-tool.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const oxlint = join(root, "node_modules/oxlint/bin/oxlint");
const FOLDERS = ["packages", "scripts", "long", "bench", "e2e", "vitest.config.ts", "vitest.e2e.config.ts"];

function sentence({ filename, labels, code, message, help }) {
  const line = labels[0]?.span?.line ?? 1;
  const rule = code.replace(/^.*\((.*)\)$/, "$1");
  return `${filename}:${line} ${message.trim()} ${help ? `${help.trim()} ` : ""}(${rule})`;
}

/** Null when the output is no report: then the tool itself failed. */
function findingsIn(output) {
  try {
    return JSON.parse(output).diagnostics.map(sentence);
  } catch {
    return null;
  }
}

stopToolsOnSignal();
const run = await runTool([process.execPath, oxlint, "--type-aware", "--format=json", ...FOLDERS], { cwd: root });
const findings = findingsIn(run.output);
console.log(findings ? findings.sort().join("\n") : run.output.trimEnd());
process.exitCode = run.code;
