import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { waitUntil } from "@loop/testkit";

const command = fileURLToPath(new URL("../../packages/loop/bin/loop.mjs", import.meta.url));

export interface LoopOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly env?: Readonly<Record<string, string>>;
  /** A program, with its arguments, that starts Loop in its place. */
  readonly within?: readonly string[];
}

/** The real server in a process of its own, as a person starts it. */
export class LoopProcess {
  readonly #options: LoopOptions;
  #child: ChildProcess | null = null;
  #output = "";

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  /** The same data directory and port, started differently. */
  with(options: Partial<LoopOptions>): LoopProcess {
    return new LoopProcess({ ...this.#options, ...options });
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#options.port}`;
  }

  /** The launch link it prints once it listens. */
  get launchLink(): string {
    return /Loop is ready: (\S+)/.exec(this.#output)?.[1] ?? "";
  }

  get token(): string {
    return new URL(this.launchLink).searchParams.get("token") ?? "";
  }

  async start(): Promise<void> {
    const { dataDir, port, env = {}, within = [] } = this.#options;
    this.#output = "";
    const [file, ...args] = [...within, process.execPath, command, "start"];
    const child = spawn(file, args, {
      env: { PATH: process.env.PATH, HOME: dataDir, LOOP_DATA_DIR: dataDir, PORT: String(port), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.#output += chunk.toString("utf8");
      });
    }
    await waitUntil(() => this.launchLink !== "" || child.exitCode !== null, {
      withinMs: 30_000,
      what: "Loop is ready",
    });
    if (this.launchLink === "") throw new Error(`Loop did not start: ${this.#output}`);
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await waitUntil(() => child.exitCode !== null || child.signalCode !== null, {
      withinMs: 15_000,
      what: "Loop ends",
    });
  }

  /** A call of the API with the token, beside the browser. */
  async api(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}
