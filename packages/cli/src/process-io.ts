import { Console } from "node:console";
import type { Readable, Writable } from "node:stream";

/** The process's own terminal, as the commands see it. */
export interface TerminalIo {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Whether a person types and reads here. */
  readonly isInputTerminal: boolean;
  readonly isOutputTerminal: boolean;
  readonly isErrorTerminal: boolean;
  /** False under NO_COLOR and TERM=dumb. */
  readonly color: boolean;
  readonly columns: () => number;
  readonly rows: () => number;
  readonly nowMs: () => number;
  /** Ctrl-C where the terminal is not in raw mode; the returned function ends it. */
  onInterrupt(hear: () => void): () => void;
  /** The terminal went away or somebody ends the process. */
  onTerminate(hear: () => void): () => void;
  exitNow(code: number): void;
}

export function processIo(color: boolean): TerminalIo {
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    isInputTerminal: process.stdin.isTTY === true,
    isOutputTerminal: process.stdout.isTTY === true,
    isErrorTerminal: process.stderr.isTTY === true,
    color,
    columns: () => process.stdout.columns || 80,
    rows: () => process.stdout.rows || 24,
    nowMs: () => Date.now(),
    onInterrupt: (hear) => listen(["SIGINT"], hear),
    onTerminate: (hear) => listen(["SIGTERM", "SIGHUP"], hear),
    exitNow: (code) => process.exit(code),
  };
}

/** Libraries that log must not end up between the lines a program reads from standard output. */
export function keepOutputClean(): void {
  globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr });
}

/** A reader that hung up, such as `head`, is no fault of the command. */
export function endQuietlyWithoutReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
}

function listen(signals: readonly NodeJS.Signals[], hear: () => void): () => void {
  for (const signal of signals) process.on(signal, hear);
  return () => {
    for (const signal of signals) process.off(signal, hear);
  };
}
