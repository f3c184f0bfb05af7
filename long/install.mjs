// Packages from npm into a folder of their own, outside the workspace, none of their install scripts run.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runTool } from "../scripts/run-tool.mjs";

const FLAGS = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];

/** `{ ok, seconds, output }`; `specs` as npm knows them: `name@version`. */
export async function installInto(folder, specs) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const run = await runTool([npm, "install", ...FLAGS, ...specs], { cwd: folder });
  return { ok: run.code === 0, seconds: Number(run.seconds), output: run.output };
}
