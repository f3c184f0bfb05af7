import { appendFileSync, mkdirSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../kit/clock.js";
import { pause } from "../kit/deadline.js";
import { MARKER_VARIABLE } from "./configuration.js";
import { bootId, findProcesses, hasProcessTable, type ProcessEntry, processEntry } from "./process-table.js";
import { listedMembers } from "./process-tree.js";

/** `<pid>-<start time>-<boot>-<random>`: says for good which process owns what is noted under it. */
const ownerName = /^(\d+)-(\d+)-([0-9a-f]+)-[A-Za-z0-9_-]+$/;

/**
 * What this manager started, on disk, so that a Loop that was killed leaves nothing running for ever: the next one ends
 * what belonged to an owner that is no more, and touches nothing of an owner that still runs.
 */
export class ProcessJournal {
  readonly #directory: string;
  readonly #owner: string;
  #count = 0;

  constructor(directory: string, newId: () => string) {
    this.#directory = directory;
    const startTime = processEntry(process.pid)?.startTime ?? "0";
    this.#owner = `${process.pid}-${startTime}-${bootKey()}-${newId().replace(/[^A-Za-z0-9_-]/g, "")}`;
  }

  /** The value of the marker variable for the next process. Noted before it starts, so that none is ever unnoted. */
  nextMarker(): string {
    this.#count += 1;
    if (this.#count === 1) this.#note("");
    return `${this.#owner}.${this.#count}`;
  }

  started(pid: number): void {
    this.#note(`${pid} ${processEntry(pid)?.startTime ?? "0"}\n`);
  }

  async close(): Promise<void> {
    await rm(join(this.#directory, this.#owner), { force: true }).catch(() => undefined);
  }

  /** Ends what owners that are no more left running: SIGTERM, and SIGKILL after `stageMs`. */
  async reap(options: { readonly clock: Clock; readonly stageMs: number }): Promise<void> {
    if (!hasProcessTable) return;
    const owners = (await readdir(this.#directory).catch(() => [])).filter(isDeadOwner);
    await Promise.all(owners.map((owner) => this.#reapOwner(owner, options)));
  }

  async #reapOwner(owner: string, { clock, stageMs }: { clock: Clock; stageMs: number }): Promise<void> {
    const file = join(this.#directory, owner);
    const orphans = [
      ...findProcesses({ group: null, environment: `${MARKER_VARIABLE}=${owner}.` }),
      ...notedProcesses(await readFile(file, "utf8").catch(() => ""), owner),
    ];
    const members = listedMembers(orphans);
    members.kill("SIGTERM");
    const deadline = clock.now() + stageMs;
    while (!members.isEmpty() && clock.now() < deadline) await pause({ clock, ms: 50 });
    members.kill("SIGKILL");
    await rm(file, { force: true }).catch(() => undefined);
  }

  /** A journal that cannot be written costs the clean-up after a crash and nothing else. */
  #note(text: string): void {
    if (!hasProcessTable) return;
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      appendFileSync(join(this.#directory, this.#owner), text, { mode: 0o600 });
    } catch {
      // See above.
    }
  }
}

function bootKey(): string {
  return bootId().replaceAll("-", "").slice(0, 12) || "0";
}

function isDeadOwner(name: string): boolean {
  const [, pid, startTime, boot] = ownerName.exec(name) ?? [];
  if (pid === undefined) return false;
  return boot !== bootKey() || processEntry(Number(pid))?.startTime !== startTime;
}

/** Noted processes of this boot that still run, with the groups they lead. */
function notedProcesses(text: string, owner: string): ProcessEntry[] {
  if (ownerName.exec(owner)?.[3] !== bootKey()) return [];
  return text.split("\n").flatMap((line) => {
    const [pid, startTime] = line.split(" ");
    const entry = pid ? processEntry(Number(pid)) : null;
    return entry !== null && entry.startTime === startTime ? [entry] : [];
  });
}
