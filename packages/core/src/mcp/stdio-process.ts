import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { ByteRing } from "../kit/byte-ring.js";
import type { Clock } from "../kit/clock.js";
import { pause } from "../kit/deadline.js";
import { MARKER_VARIABLE } from "./configuration.js";
import { McpFailure, spawnFailure } from "./failures.js";
import type { ProcessJournal } from "./process-journal.js";
import { stopTree } from "./process-tree.js";

export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment, apart from the marker. */
  readonly env: Readonly<Record<string, string>>;
}

export interface StdioProcessOptions {
  readonly clock: Clock;
  readonly stageMs: number;
  readonly journal: ProcessJournal;
  readonly onOutput: (chunk: Buffer) => void;
  /** The leader has ended and its output was read to the end. */
  readonly onEnd: () => void;
}

const stderrBytes = 65_536;
/** After the leader's end its last words are waited for this long; a grandchild may hold the pipe open for ever. */
const lastWordsMs = 200;

/** One running server, the leader of its own process group. */
export class StdioProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #options: StdioProcessOptions;
  readonly #marker: string;
  readonly #exited: Promise<void>;
  /** Always read, since a full pipe would stop the server; never shown to anybody (ERR-02). */
  readonly #stderr = new ByteRing(stderrBytes);
  #stopping: Promise<void> | null = null;

  private constructor(child: ChildProcessWithoutNullStreams, marker: string, options: StdioProcessOptions) {
    this.#child = child;
    this.#marker = marker;
    this.#options = options;
    this.#exited = new Promise((resolve) => child.once("exit", () => resolve()));
    child.stdout.on("data", options.onOutput);
    child.stderr.on("data", (chunk: Buffer) => this.#stderr.push(chunk));
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => undefined);
    child.on("error", () => undefined);
    void this.#watch(); // never rejects
  }

  /** Rejects with the code of what is missing (ERR-01). No shell, arguments byte for byte (CFG-06). */
  static async start(command: StdioCommand, options: StdioProcessOptions): Promise<StdioProcess> {
    await checkDirectory(command.cwd);
    const marker = options.journal.nextMarker();
    const child = await spawnChild(command, { [MARKER_VARIABLE]: marker });
    if (child.pid !== undefined) options.journal.started(child.pid);
    return new StdioProcess(child, `${MARKER_VARIABLE}=${marker}`, options);
  }

  /** Bytes given to the process that it has not read yet. */
  get unread(): number {
    return this.#child.stdin.writableLength;
  }

  /** Settles when the operating system took the text, and at the latest when the process ends. */
  write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new McpFailure("connection-closed", { endsConnection: true }));
      if (!this.#child.stdin.writable) return fail();
      this.#child.stdin.write(text, (error) => (error ? fail() : resolve()));
    });
  }

  /** What the process writes stays with it until `resumeOutput`. */
  pauseOutput(): void {
    this.#child.stdout.pause();
  }

  resumeOutput(): void {
    this.#child.stdout.resume();
  }

  /** Resolves when no process of the tree exists any more. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const { clock, stageMs } = this.#options;
    const pid = this.#child.pid;
    if (pid === undefined) return;
    await stopTree(
      { pid, marker: this.#marker, exited: this.#exited },
      { clock, stageMs, endInput: () => this.#child.stdin.end() },
    );
    this.#closePipes();
  }

  /** A leader that ends by itself takes the rest of its tree with it. */
  async #watch(): Promise<void> {
    await this.#exited;
    const { clock, onEnd } = this.#options;
    const read = new AbortController();
    const { stdout } = this.#child;
    const ended = new Promise<void>((resolve) => (stdout.closed ? resolve() : stdout.once("close", () => resolve())));
    await Promise.race([ended, pause({ clock, ms: lastWordsMs, signal: read.signal })]);
    read.abort();
    onEnd();
    await this.stop();
  }

  #closePipes(): void {
    this.#child.stdin.destroy();
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }
}

/** The system names the command when in truth the directory is missing, so it is looked at first. */
async function checkDirectory(directory: string): Promise<void> {
  const found = await stat(directory).catch(() => null);
  if (!found?.isDirectory()) throw new McpFailure("missing-directory");
}

function spawnChild(
  command: StdioCommand,
  marker: Readonly<Record<string, string>>,
): Promise<ChildProcessWithoutNullStreams> {
  return new Promise((resolve, reject) => {
    const child = startChild(command, marker);
    child.once("spawn", () => resolve(child));
    child.once("error", (error) => reject(spawnFailure(error)));
  });
}

function startChild(command: StdioCommand, marker: Readonly<Record<string, string>>): ChildProcessWithoutNullStreams {
  try {
    return spawn(command.command, [...command.args], {
      cwd: command.cwd,
      env: { ...command.env, ...marker },
      shell: false,
      detached: process.platform !== "win32",
      windowsHide: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
  } catch (error) {
    throw spawnFailure(error);
  }
}
