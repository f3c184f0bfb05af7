import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readlink, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Clock } from "../kit/clock.js";
import { withDeadline } from "../kit/deadline.js";
import { sandboxLaunch } from "./sandbox.js";
import type { SandboxEngine, SandboxLaunch } from "./sandbox-state.js";

/** `unstarted`: the sandbox program could not do its work. `leaks`: something got out. */
export type CanaryEnd = "holds" | "leaks" | "unstarted";

export interface CanaryOptions {
  readonly clock: Clock;
  readonly programs: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

const canaryMs = 5_000;
const mostOutput = 262_144;
const ownVariables = new Set(["LANG", "TERM", "PATH", "HOME", "TMPDIR", "PWD", "OLDPWD", "SHLVL", "_"]);

/** Tries to get out in each way and says what worked. `$1` is a folder outside, `$2` a file among the programs. */
const script = `
exec 2>/dev/null
(echo x > inside) && echo inside
(echo x > "$1/written"); (mkdir -p "$1" && echo x > "$1/written")
(cat "$1/secret") && echo "leak secret"
(echo x > "$2") && echo "leak write"
(mount -o remount,rw,bind /usr)
(echo x > "$2") && echo "leak remount"
(unshare -Ur true) && echo "leak namespace"
cat /proc/[0-9]*/environ | tr '\\000' '\\n' | sed 's/=.*//;s/^/variable /'
for name in net pid mnt ipc uts user; do echo "space $name $(readlink /proc/self/ns/$name)"; done
echo end
`;

/** Runs the real launch with a workspace and a place outside of its own, and looks from the host at what came of it. */
export async function runCanary(engine: SandboxEngine, options: CanaryOptions): Promise<CanaryEnd> {
  const place = await realpath(await mkdtemp(join(tmpdir(), "loop-canary-")));
  const target = `/usr/.loop-canary-${randomBytes(6).toString("hex")}`;
  try {
    const [workspace, outside, dataDir] = ["workspace", "outside", "data"].map((name) => join(place, name));
    if (workspace === undefined || outside === undefined || dataDir === undefined) return "unstarted";
    for (const folder of [workspace, outside, dataDir]) await mkdir(folder);
    await writeFile(join(outside, "secret"), "secret");
    const launch = await sandboxLaunch(engine, {
      bounds: { workspace, dataDir, isWritable: true, network: false, installDir: null, home: outside, ...options },
      argv: ["/bin/sh", "-c", script, "sh", outside, target],
      cwd: workspace,
      env: {},
    });
    const output = await outputOf(launch, workspace, options);
    // Only the environments of a whole host are as long as that.
    if (output.length >= mostOutput) return "leaks";
    if (!output.endsWith("end\n")) return "unstarted";
    const isIntact = (await readdir(outside)).length === 1 && output.includes("inside\n");
    return isIntact && (await heldIn(output, engine)) ? "holds" : "leaks";
  } catch {
    return "unstarted";
  } finally {
    await rm(target, { force: true }).catch(() => undefined);
    await rm(place, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function heldIn(output: string, engine: SandboxEngine): Promise<boolean> {
  const lines = output.split("\n").map((line) => line.split(" "));
  const isOpen = engine.kind === "bubblewrap" && !engine.closesNamespaces;
  const leaks = lines.filter(([word, what]) => word === "leak" && !(isOpen && what === "namespace"));
  const foreign = lines.filter(([word, name = ""]) => word === "variable" && name !== "" && !ownVariables.has(name));
  if (leaks.length > 0 || foreign.length > 0) return false;
  if (engine.kind !== "bubblewrap" || !engine.processView) return true;
  for (const [word, name = "", inside = ""] of lines) {
    if (word !== "space" || (name === "user" && !engine.userNamespace)) continue;
    if (inside === "" || inside === (await readlink(`/proc/self/ns/${name}`))) return false;
  }
  return true;
}

/** What it printed, or what it got to in the time it had. */
async function outputOf(launch: SandboxLaunch, cwd: string, { clock, signal }: CanaryOptions): Promise<string> {
  const child = spawn(launch.file, [...launch.args], {
    env: {},
    cwd,
    stdio: ["ignore", "pipe", "ignore", "pipe"],
    detached: true,
  });
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    if (output.length < mostOutput) output += text;
  });
  child.stdio[3]?.on("error", () => undefined);
  if (child.stdio[3] instanceof Readable) child.stdio[3].resume();
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()).once("error", () => resolve()));
  // A sandbox that fails half-way leaves a process of its group behind, which holds the pipe.
  child.once("exit", (code) => code !== 0 && endGroup(child.pid));
  await withDeadline({ clock, ms: canaryMs, signal }, () => ended).catch(() => endGroup(child.pid));
  child.stdout?.destroy();
  await launch.tidy();
  return output;
}

function endGroup(group: number | undefined): void {
  if (group === undefined) return;
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // Nothing of it is left.
  }
}
