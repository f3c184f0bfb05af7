import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { makeTempDir, waitUntil } from "@loop/testkit";
import { onTestFinished } from "vitest";

const entry = fileURLToPath(new URL("../dist/index.js", import.meta.url));
const program = `import(${JSON.stringify(entry)}).then(({ main }) => main())`;

export interface LoopProcess {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The launch link of the ready line. Throws when the process ends before it. */
  ready(): Promise<URL>;
  /** The exit code, or the signal's name. */
  ended(): Promise<number | string>;
}

/** A real server process, as `npm start` runs it, below `launcher` where one is given; ended when the test is over. */
export function startLoop(env: Readonly<Record<string, string>>, launcher: readonly string[] = []): LoopProcess {
  const base = {
    PATH: process.env["PATH"],
    HOME: makeTempDir("home"),
    PORT: "0",
    LOOP_WORKSPACE: makeTempDir("ws"),
    LOOP_DELIVERY: "direct",
  };
  const [command, ...args] = [...launcher, process.execPath, "--input-type=module", "-e", program];
  const child = spawn(command, args, {
    env: { ...base, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  let end: number | string | null = null;
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  child.on("close", (code, signal) => {
    end = code ?? signal ?? "unknown";
  });
  onTestFinished(() => {
    if (end === null) child.kill("SIGKILL");
  });
  const link = () => /^Loop is ready: (\S+)$/m.exec(stdout)?.[1];
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    async ready() {
      await waitUntil(() => link() !== undefined || end !== null, { what: "Loop is ready", withinMs: 20_000 });
      const found = link();
      if (found === undefined) throw new Error(`Loop ended (${end}): ${stderr}`);
      return new URL(found);
    },
    async ended() {
      await waitUntil(() => end !== null, { what: "Loop has ended", withinMs: 20_000 });
      return end ?? "unknown";
    },
  };
}
