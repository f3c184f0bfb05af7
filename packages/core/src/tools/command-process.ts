import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { Clock } from "../kit/clock.js";
import { DeadlineError, pause, withDeadline } from "../kit/deadline.js";
import { stopTree } from "../mcp/process-tree.js";

export interface CommandLaunch {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where a sandbox tells how the command ended; without that word it never ran. */
  readonly statusDescriptor: 3 | null;
  /** `NAME=value` in the environment of the command and of all it starts. */
  readonly marker: string;
}

export interface CommandLimits {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly onOutput: (bytes: Buffer) => void;
}

export type CommandEnd =
  | { readonly kind: "exited"; readonly exitCode: number }
  | { readonly kind: "killed"; readonly signal: string }
  | { readonly kind: "timeout" | "cancelled" | "unstarted" };

const MARKER_VARIABLE = "LOOP_COMMAND";
const stopStageMs = 2_000;
/** After the command's end its last output is read this long; what it left behind may hold the pipe. */
const lastWordsMs = 200;

export function newMarker(): { readonly name: string; readonly value: string; readonly text: string } {
  const value = randomBytes(12).toString("hex");
  return { name: MARKER_VARIABLE, value, text: `${MARKER_VARIABLE}=${value}` };
}

/** Runs to the end, to the deadline or to the abort, and leaves no process of it behind in any case. */
export async function runProcess(launch: CommandLaunch, limits: CommandLimits): Promise<CommandEnd> {
  const child = await started(launch);
  if (child === null) return { kind: "unstarted" };
  const running = new RunningCommand(child, launch, limits);
  return await running.finish();
}

function started(launch: CommandLaunch): Promise<ChildProcess | null> {
  const isGroup = process.platform !== "win32";
  return new Promise((resolve) => {
    const child = spawn(launch.file, [...launch.args], {
      cwd: launch.cwd,
      env: launch.env,
      stdio: ["ignore", "pipe", "pipe", ...(launch.statusDescriptor === null ? [] : ["pipe" as const])],
      detached: isGroup,
      windowsHide: true,
    });
    child.once("spawn", () => resolve(child));
    child.once("error", () => resolve(null));
  });
}

class RunningCommand {
  readonly #child: ChildProcess;
  readonly #launch: CommandLaunch;
  readonly #limits: CommandLimits;
  readonly #exited: Promise<void>;
  readonly #closed: Promise<void>;
  #status = "";

  constructor(child: ChildProcess, launch: CommandLaunch, limits: CommandLimits) {
    this.#child = child;
    this.#launch = launch;
    this.#limits = limits;
    this.#exited = new Promise((resolve) => child.once("exit", () => resolve()));
    this.#closed = new Promise((resolve) => child.once("close", () => resolve()));
    child.on("error", () => undefined);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", limits.onOutput).on("error", () => undefined);
    }
    const status = child.stdio[3];
    if (!(status instanceof Readable)) return;
    status
      .on("error", () => undefined)
      .on("data", (bytes: Buffer) => {
        if (this.#status.length < 4_096) this.#status += bytes.toString("utf8");
      });
  }

  async finish(): Promise<CommandEnd> {
    const { clock, signal, timeoutMs } = this.#limits;
    let stopped: CommandEnd | null = null;
    try {
      await withDeadline({ clock, ms: timeoutMs, signal }, () => this.#exited);
      await this.#lastWords();
    } catch (error) {
      stopped = { kind: error instanceof DeadlineError ? "timeout" : "cancelled" };
    }
    await this.#stop();
    return stopped ?? this.#end();
  }

  #end(): CommandEnd {
    const { exitCode, signalCode } = this.#child;
    const told = /"exit-code": (\d+)/.exec(this.#status)?.[1];
    if (this.#launch.statusDescriptor !== null && told === undefined && exitCode !== 0) return { kind: "unstarted" };
    return exitCode === null ? { kind: "killed", signal: signalCode ?? "unknown" } : { kind: "exited", exitCode };
  }

  async #lastWords(): Promise<void> {
    const read = new AbortController();
    await Promise.race([this.#closed, pause({ clock: this.#limits.clock, ms: lastWordsMs, signal: read.signal })]);
    read.abort();
  }

  /** The whole group, and what left it, by the marker in its environment. */
  async #stop(): Promise<void> {
    const { pid } = this.#child;
    if (pid === undefined) return;
    await stopTree(
      { pid, marker: this.#launch.marker, exited: Promise.resolve() },
      { clock: this.#limits.clock, stageMs: stopStageMs, endInput: () => undefined },
    );
    for (const stream of this.#child.stdio) stream?.destroy();
  }
}
