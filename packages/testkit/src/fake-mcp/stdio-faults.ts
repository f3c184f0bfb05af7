import { spawn } from "node:child_process";
import { writeSync } from "node:fs";
import type { FakeGrandchild, FakeProcess } from "./behaviour.js";
import { bornAt } from "./fake-processes.js";
import type { Fault } from "./faults.js";
import { findFault } from "./faults.js";
import type { JournalWriter } from "./journal.js";

const defaultLifeMs = 120_000;

/** Blocks until everything is written, as a server with synchronous logging does. */
export function writeBlocking(descriptor: number, data: Buffer): void {
  let written = 0;
  while (written < data.length) {
    try {
      written += writeSync(descriptor, data, written);
    } catch (error) {
      if (!isRetryable(error)) return;
    }
  }
}

function isRetryable(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EAGAIN";
}

export function floodStderr(bytes: number): void {
  const line = `${"log ".repeat(255)}\n`;
  const whole = Buffer.from(line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes));
  writeBlocking(2, whole);
}

/** Written so that it ends by itself: a failing test must not leave it behind. */
function grandchildProgram(options: FakeGrandchild, lifeMs: number): string {
  const deaf = options.ignoresTerminate ? 'process.on("SIGTERM",()=>{});process.on("SIGHUP",()=>{});' : "";
  return `${deaf}setTimeout(()=>{},${lifeMs})`;
}

export function startGrandchild(options: FakeGrandchild, journal: JournalWriter): void {
  const child = spawn(process.execPath, ["-e", grandchildProgram(options, defaultLifeMs)], {
    detached: options.setsid === true,
    stdio: ["ignore", options.holdsStdout ? "inherit" : "ignore", "ignore"],
  });
  child.unref();
  if (child.pid === undefined) return;
  journal.write({ kind: "grandchild", pid: child.pid, detail: { ...options, ...bornAt(child.pid) } });
}

/** The habits of the process that have nothing to do with any message. */
export function adoptHabits(habits: FakeProcess, journal: JournalWriter): void {
  setTimeout(() => process.exit(97), habits.lifeMs ?? defaultLifeMs).unref();
  if (habits.ignoresTerminate) process.on("SIGTERM", () => journal.write({ kind: "signal", detail: "SIGTERM" }));
  for (const grandchild of habits.grandchildren ?? []) startGrandchild(grandchild, journal);
  if (habits.banner) writeBlocking(1, Buffer.from(habits.banner.map((line) => `${line}\n`).join("")));
  if (habits.stderrBytes) floodStderr(habits.stderrBytes);
  if (habits.exitAtStart !== undefined) process.exit(habits.exitAtStart);
}

/** Faults of the process that a message sets off; the message is then handled as usual. */
export function sufferFaults(faults: readonly Fault[]): void {
  const stderr = findFault(faults, "stderr");
  if (stderr) floodStderr(stderr.bytes);
  const noise = findFault(faults, "stdout-noise");
  if (noise) writeBlocking(1, Buffer.from(noise.lines.map((line) => `${line}\n`).join("")));
  const bytes = findFault(faults, "stdout-bytes");
  if (bytes) writeBlocking(1, Buffer.from(bytes.base64, "base64"));
  if (findFault(faults, "stop-reading")) process.stdin.pause();
  if (!findFault(faults, "torn-line")) return;
  writeBlocking(1, Buffer.from('{"jsonrpc":"2.0","id":'));
  process.exit(1);
}
