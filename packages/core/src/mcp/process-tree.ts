import type { Clock } from "../kit/clock.js";
import { pause } from "../kit/deadline.js";
import { findProcesses, hasProcessTable, isSameProcess, type ProcessEntry } from "./process-table.js";

const pollMs = 20;

/** A server's process with everything it started. */
export interface ProcessTree {
  /** The leader's pid, which is also its group's. */
  readonly pid: number;
  /** `NAME=value` of a variable that only this tree has in its environment. */
  readonly marker: string;
  /** Resolves when the leader has ended and was waited for. */
  readonly exited: Promise<void>;
}

export interface StopOptions {
  readonly clock: Clock;
  /** Time for each stage. */
  readonly stageMs: number;
  readonly endInput: () => void;
}

/**
 * End of input, then SIGTERM, then SIGKILL for the whole group and for what left it. Resolves when nothing of the tree
 * exists any more, or when even SIGKILL did not help within a stage.
 */
export async function stopTree(tree: ProcessTree, options: StopOptions): Promise<void> {
  options.endInput();
  await waitForExit(tree.exited, options);
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    const left = membersOf(tree);
    if (left.isEmpty()) return;
    left.kill(signal);
    await waitUntilEmpty(left, options);
    if (left.isEmpty()) await waitForExit(tree.exited, options);
  }
  // A process may have started another one between the look and the signal.
  membersOf(tree).kill("SIGKILL");
}

async function waitForExit(exited: Promise<void>, { clock, stageMs }: StopOptions): Promise<void> {
  const end = new AbortController();
  await Promise.race([exited, pause({ clock, ms: stageMs, signal: end.signal })]);
  end.abort();
}

async function waitUntilEmpty(members: Members, { clock, stageMs }: StopOptions): Promise<void> {
  const deadline = clock.now() + stageMs;
  while (!members.isEmpty() && clock.now() < deadline) await pause({ clock, ms: pollMs });
}

interface Members {
  isEmpty(): boolean;
  kill(signal: NodeJS.Signals): void;
}

function membersOf(tree: ProcessTree): Members {
  if (!hasProcessTable) return groupMembers(tree.pid);
  return listedMembers(findProcesses({ group: tree.pid, environment: tree.marker }));
}

export function listedMembers(entries: readonly ProcessEntry[]): Members {
  return {
    isEmpty: () => !entries.some(isSameProcess),
    kill: (signal) => {
      for (const entry of entries) if (isSameProcess(entry)) sendSignal(entry.pid, signal);
    },
  };
}

/** Without a process table the group has to do; Windows has no groups, only the leader. */
function groupMembers(leader: number): Members {
  const target = process.platform === "win32" ? leader : -leader;
  return {
    isEmpty: () => !sendSignal(target, 0),
    kill: (signal) => {
      sendSignal(target, signal);
    },
  };
}

/** False when there is nothing to send it to. */
function sendSignal(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}
