import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTempDir } from "../temp-dir.js";
import { waitUntil } from "../wait-until.js";
import type { FakeBehaviour } from "./behaviour.js";
import { type ControlCommand, sendCommand } from "./control.js";
import { killJournaled } from "./fake-processes.js";
import { fileJournal, type Journal } from "./journal.js";

/** What a process entry reads from the file it is started with. */
export interface LaunchFile {
  readonly behaviour: FakeBehaviour;
  readonly journal?: string;
  readonly control?: string;
}

/** The files through which a test and its fake processes speak. */
export interface Launch {
  readonly dir: string;
  /** Given to the process as its first argument. */
  readonly file: string;
  readonly journal: Journal;
  /** For the processes running now; resolves when one has obeyed. */
  send(command: ControlCommand): Promise<void>;
  /** For those running now and for those started later. */
  setBehaviour(patch: FakeBehaviour): void;
  /** Kills what a failing test left: the processes named in the journal and no other. */
  killAll(): void;
}

export function prepareLaunch(behaviour: FakeBehaviour, dir: string = makeTempDir("fake-mcp")): Launch {
  const file = join(dir, "launch.json");
  const control = join(dir, "control.jsonl");
  const journalPath = join(dir, "journal.jsonl");
  const journal = fileJournal(journalPath);
  let current = behaviour;
  const store = () => {
    const launch: LaunchFile = { behaviour: current, journal: journalPath, control };
    writeFileSync(file, JSON.stringify(launch));
  };
  store();
  return {
    dir,
    file,
    journal,
    send: async (command) => {
      const done = () => journal.entries().filter((entry) => entry.kind === "control-done").length;
      const before = done();
      sendCommand(control, command);
      await waitUntil(() => done() > before, { what: `the fake server obeys "${command.do}"` });
    },
    setBehaviour: (patch) => {
      current = { ...current, ...patch };
      store();
      sendCommand(control, { do: "set", patch });
    },
    killAll: () => killJournaled(journal),
  };
}

/** Processes start from the compiled file, also when the caller runs from the sources. */
export function entryPath(name: string): string {
  const beside = fileURLToPath(new URL(`./${name}.js`, import.meta.url));
  if (existsSync(beside)) return beside;
  const built = fileURLToPath(new URL(`../../dist/fake-mcp/${name}.js`, import.meta.url));
  if (!existsSync(built)) throw new Error("The fake server is not built. Run: npx tsc -b packages/testkit");
  return built;
}
