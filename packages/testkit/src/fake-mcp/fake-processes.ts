import { processInfo } from "../processes.js";
import type { Journal } from "./journal.js";
import { isRecord } from "./wire.js";

/** Journaled beside a pid, which the kernel may give to a stranger later. */
export function bornAt(pid: number): { readonly startTime: number | null } {
  return { startTime: processInfo(pid)?.startTime ?? null };
}

/** Kills the processes named in the journal that are still the same ones. */
export function killJournaled(journal: Journal): void {
  for (const { kind, pid, detail } of journal.entries()) {
    if (kind !== "started" && kind !== "grandchild") continue;
    if (isRecord(detail) && detail.startTime === bornAt(pid).startTime) killQuietly(pid);
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Already gone.
  }
}
