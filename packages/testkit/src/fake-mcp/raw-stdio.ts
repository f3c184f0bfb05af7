import { type ChildProcess, spawn } from "node:child_process";
import { waitUntil } from "../wait-until.js";

export interface RawStdio {
  readonly pid: number;
  /** Lines of stdout so far, whole ones. */
  readonly lines: readonly string[];
  readonly stderrBytes: number;
  /** null while it runs. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  send(message: unknown): void;
  /** The first line that answers this id. */
  answer(id: string | number, withinMs?: number): Promise<Record<string, unknown>>;
  end(): void;
  kill(signal?: NodeJS.Signals): void;
}

/** A client with no manners of its own: what goes over the wire is what a test wrote. */
export function startRawStdio(server: { readonly command: string; readonly args: readonly string[] }): RawStdio {
  const child = spawn(server.command, server.args, { stdio: "pipe" });
  const lines: string[] = [];
  let rest: string[] = [];
  let stderrBytes = 0;
  child.stdin.on("error", () => {});
  child.stderr.on("data", (chunk: Buffer) => {
    stderrBytes += chunk.length;
  });
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const [first = "", ...others] = chunk.split("\n");
    rest.push(first);
    if (others.length === 0) return;
    lines.push(rest.join(""), ...others.slice(0, -1));
    rest = [others.at(-1) ?? ""];
  });
  return {
    pid: child.pid ?? -1,
    lines,
    get stderrBytes() {
      return stderrBytes;
    },
    get exitCode() {
      return child.exitCode;
    },
    get signal() {
      return child.signalCode;
    },
    send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    answer: (id, withinMs) => answerOf(lines, id, withinMs),
    end: () => void child.stdin.end(),
    kill: (signal) => killQuietly(child, signal),
  };
}

function killQuietly(child: ChildProcess, signal: NodeJS.Signals = "SIGKILL"): void {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal);
}

async function answerOf(
  lines: readonly string[],
  id: string | number,
  withinMs?: number,
): Promise<Record<string, unknown>> {
  const find = () =>
    lines.flatMap((line) => parse(line)).find((message) => message.id === id && !("method" in message));
  await waitUntil(() => find() !== undefined, { what: `an answer to ${id}`, ...(withinMs ? { withinMs } : {}) });
  return find() ?? {};
}

function parse(line: string): Record<string, unknown>[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? [{ ...value }] : [];
  } catch {
    return [];
  }
}
