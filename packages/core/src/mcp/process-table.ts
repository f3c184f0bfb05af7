import { readdirSync, readFileSync } from "node:fs";

export interface ProcessEntry {
  readonly pid: number;
  readonly group: number;
  /** Clock ticks since boot; with the pid it names one process for good. */
  readonly startTime: string;
}

/** Only Linux tells in files what runs; elsewhere process groups have to do. */
export const hasProcessTable = process.platform === "linux";

/** Null when it does not exist or is only waiting for its parent to look. */
export function processEntry(pid: number): ProcessEntry | null {
  const stat = readText(`/proc/${pid}/stat`);
  // The program's name may hold blanks and brackets, so fields are counted from the last bracket.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, , group] = fields;
  const startTime = fields[19];
  if (group === undefined || startTime === undefined || state === "Z" || state === "X") return null;
  return { pid, group: Number(group), startTime };
}

/** Processes of a group, and those whose environment holds the text, wherever they went. */
export function findProcesses(wanted: { readonly group: number | null; readonly environment: string }): ProcessEntry[] {
  const text = Buffer.from(wanted.environment);
  return processIds().flatMap((pid) => {
    const entry = processEntry(pid);
    if (entry === null || pid === process.pid) return [];
    const isMember = entry.group === wanted.group || readBytes(`/proc/${pid}/environ`).includes(text);
    return isMember ? [entry] : [];
  });
}

export function isSameProcess(entry: ProcessEntry): boolean {
  return processEntry(entry.pid)?.startTime === entry.startTime;
}

/** Changes with every start of the computer; pids and start times mean nothing across it. */
export function bootId(): string {
  return readText("/proc/sys/kernel/random/boot_id").trim();
}

function processIds(): number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function readText(path: string): string {
  return readBytes(path).toString("utf8");
}

/** A process may end at any moment, and others belong to somebody else. */
function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
