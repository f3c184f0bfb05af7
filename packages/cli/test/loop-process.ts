import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FakeStdio } from "@loop/testkit";
import { makeTempDir, waitUntil } from "@loop/testkit";

const LOOP = fileURLToPath(new URL("../../loop/bin/loop.mjs", import.meta.url));

/** The pty of util-linux; other kinds of `script` take other flags. */
export const hasPty = /util-linux/u.test(spawnSync("script", ["--version"], { encoding: "utf8" }).stdout ?? "");

export type Environment = Readonly<Record<string, string>>;

export interface RunOptions {
  readonly env?: Environment;
  readonly input?: string;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running `loop …` with its output so far. */
export class LoopProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ended>;
  stdout = "";
  stderr = "";

  constructor(child: ChildProcessWithoutNullStreams) {
    this.child = child;
    child.stdout.setEncoding("utf8").on("data", (piece: string) => {
      this.stdout += piece;
    });
    child.stderr.setEncoding("utf8").on("data", (piece: string) => {
      this.stderr += piece;
    });
    child.stdin.on("error", () => {});
    this.ended = new Promise((resolve) => {
      child.on("close", (code) => resolve({ code, stdout: this.stdout, stderr: this.stderr }));
    });
  }

  type(text: string): void {
    this.child.stdin.write(text);
  }

  /** Resolves when the output has this text, again after `after` characters of it. */
  async sees(text: string | RegExp, after = 0): Promise<void> {
    const isSeen = () => {
      const shown = this.stdout.slice(after);
      return typeof text === "string" ? shown.includes(text) : text.test(shown);
    };
    const gone = () => this.child.exitCode !== null;
    await waitUntil(() => isSeen() || gone(), { what: `the terminal shows ${text}`, withinMs: 15_000 }).catch(
      (error) => {
        throw new Error(`${String(error)}\n${this.stdout}\n${this.stderr}`);
      },
    );
    if (!isSeen()) throw new Error(`Loop ended before it showed ${text}:\n${this.stdout}\n${this.stderr}`);
  }
}

const running = new Set<LoopProcess>();

/** Ends what a failing test left. */
export function killAllLoops(): void {
  for (const { child } of running) child.kill("SIGKILL");
  running.clear();
}

export function startLoop(args: readonly string[], env: Environment = {}): LoopProcess {
  return keep(spawn(process.execPath, [LOOP, ...args], { env: environment(env) }));
}

export async function runLoop(args: readonly string[], { env = {}, input = "" }: RunOptions = {}): Promise<Ended> {
  const loop = startLoop(args, env);
  loop.child.stdin.end(input);
  return loop.ended;
}

/** The same on a real pseudo terminal of 100 columns; what is typed comes back as echo. */
export function startLoopOnPty(args: readonly string[], env: Environment = {}): LoopProcess {
  const command = [process.execPath, LOOP, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  const line = `stty cols 100 rows 40 2>/dev/null; exec ${command}`;
  const terminal = { TERM: "xterm-256color", ...env };
  return keep(spawn("script", ["-qfec", line, "/dev/null"], { env: environment(terminal), detached: true }));
}

function keep(child: ChildProcessWithoutNullStreams): LoopProcess {
  const loop = new LoopProcess(child);
  running.add(loop);
  void loop.ended.then(() => running.delete(loop)); // never rejects
  return loop;
}

function environment(env: Environment): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: makeTempDir("loop-home"), LANG: "C.UTF-8", LOOP_DELIVERY: "direct", ...env };
}

/** A server file with one fake server in it; returns its path. */
export function serverFile(id: string, fake: FakeStdio): string {
  const { command, args } = fake;
  const file = join(makeTempDir("loop-mcp"), "mcp.json");
  const transport = { type: "stdio", command, args, env: [], envVars: [], cwd: "" };
  writeFileSync(file, JSON.stringify({ version: 1, servers: [{ id, name: "Fake", enabled: true, transport }] }));
  return file;
}
