// Which scenarios there are, how one is run, and what the runner said.
import { join } from "node:path";
import { runTool } from "../../scripts/run-tool.mjs";
import { loopbackOnly } from "../loopback-only.mjs";

export const REVISIONS = ["2025-11-25", "2026-07-28"];
const TIMEOUT_MS = 180_000;

/** `runner` is the command of the suite: a Node of its own and the suite's entry. */
export async function listScenarios(runner, cwd) {
  const { code, output } = await runTool([...runner, "list", "--client"], { cwd });
  if (code !== 0) throw new Error("the suite cannot list its scenarios");
  const lines = [...output.matchAll(/^\s+- (\S+) \[([^\]]*)\]$/gm)];
  return lines.map(([, name, revisions]) => ({ name, revisions: revisions.split(",") }));
}

/** `{ outcome, passed, total, warnings, asExpected }`; the runner's exit says whether it went as the baseline says. */
export async function runScenario({ runner, client, baseline, folder, name, revision }) {
  const results = join(folder, "results", `${name.replaceAll("/", "-")}-${revision}`);
  const options = [
    ...["--command", client.map(quoted).join(" "), "--scenario", name, "--spec-version", revision],
    ...["--timeout", String(TIMEOUT_MS), "--expected-failures", baseline, "--output-dir", results],
  ];
  const { code, output } = await runTool(loopbackOnly([...runner, "client", ...options]), { cwd: folder });
  return { ...readVerdict(output), asExpected: code === 0, output };
}

/** The runner hands the command to a shell. */
const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;

export function readVerdict(output) {
  const counts = /Passed: (\d+)\/(\d+), (\d+) failed, (\d+) warnings/.exec(output);
  const [passed, total, , warnings] = (counts ?? []).slice(1).map(Number);
  if (/OVERALL: PASSED/.test(output)) return { outcome: "passes", passed, total, warnings };
  if (/OVERALL: FAILED/.test(output)) return { outcome: "fails", passed, total, warnings };
  return { outcome: "did not run", passed: 0, total: 0, warnings: 0 };
}
