import { readdirSync, readFileSync } from "node:fs";
import { waitUntil } from "./wait-until.js";

export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** One letter of the kernel; `Z` is a child nobody waited for. */
  readonly state: string;
  /** In clock ticks since boot: with the pid it names a process for good. */
  readonly startTime: number;
}

/** null when there is no such process. Linux only, as every helper here. */
export function processInfo(pid: number): ProcessInfo | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
  // The name may hold blanks and brackets, so the fields are counted from the last bracket.
  const [state = "?", ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { pid, state, parent: Number(fields[0]), group: Number(fields[1]), startTime: Number(fields[18]) };
}

export function allProcesses(): ProcessInfo[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processInfo(Number(name)) ?? []);
}

export function childrenOf(pid: number): ProcessInfo[] {
  return allProcesses().filter((info) => info.parent === pid);
}

export function descendantsOf(pid: number): ProcessInfo[] {
  const all = allProcesses();
  const below = (parent: number): ProcessInfo[] =>
    all.filter((info) => info.parent === parent).flatMap((info) => [info, ...below(info.pid)]);
  return below(pid);
}

/** A process that ended and waits for its parent to notice counts as gone: orphans wait for init at init's leisure. */
export function isAlive(pid: number): boolean {
  const info = processInfo(pid);
  return info !== null && info.state !== "Z";
}

/** Children that ended and nobody waited for. */
export function zombieChildrenOf(pid: number): ProcessInfo[] {
  return childrenOf(pid).filter((info) => info.state === "Z");
}

export async function waitUntilGone(pids: readonly number[], withinMs = 10_000): Promise<void> {
  const left = () => pids.filter(isAlive);
  await waitUntil(() => left().length === 0, { withinMs, what: `processes ${pids.join(", ")} are gone` });
}

/** Processes whose environment holds this text, also those that left their group. */
export function processesWithEnvironment(text: string): ProcessInfo[] {
  return allProcesses().filter((info) => readEnvironment(info.pid).includes(text));
}

function readEnvironment(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch {
    return "";
  }
}

export function openDescriptorCount(pid: number | "self" = "self"): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
