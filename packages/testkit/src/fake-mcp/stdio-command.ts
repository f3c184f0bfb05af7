import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTempDir } from "../temp-dir.js";
import { waitUntil } from "../wait-until.js";
import type { FakeBehaviour } from "./behaviour.js";
import { type ControlCommand, sendCommand } from "./control.js";
import { fileJournal, type Journal } from "./journal.js";

export interface FakeStdioOptions {
  /** Where the behaviour, the journal and the control file live; absent: a new temporary directory. */
  readonly dir?: string;
  /** Started by a shell that stays its parent, as package runners do. */
  readonly wrapped?: boolean;
  readonly args?: readonly string[];
}

export interface FakeStdio {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
  readonly dir: string;
  /** Of every process started with this command. */
  readonly journal: Journal;
  /** For the processes running now; resolves when one has obeyed. */
  send(command: ControlCommand): Promise<void>;
  /** For those running now and for those started later. */
  setBehaviour(patch: FakeBehaviour): void;
  notifyListChanged(count?: number): Promise<void>;
  /** Kills what a failing test left; the processes named in the journal and no other. */
  killAll(): void;
}

/** Processes start from the compiled file, also when the caller runs from the sources. */
function mainPath(): string {
  const beside = fileURLToPath(new URL("./stdio-process.js", import.meta.url));
  if (existsSync(beside)) return beside;
  const built = fileURLToPath(new URL("../../dist/fake-mcp/stdio-process.js", import.meta.url));
  if (!existsSync(built)) throw new Error("The fake server is not built. Run: npx tsc -b packages/testkit");
  return built;
}

/** A command line that starts a fake MCP server; nothing runs yet. */
export function fakeStdioCommand(behaviour: FakeBehaviour = {}, options: FakeStdioOptions = {}): FakeStdio {
  const dir = options.dir ?? makeTempDir("fake-mcp");
  const paths = {
    launch: join(dir, "launch.json"),
    journal: join(dir, "journal.jsonl"),
    control: join(dir, "control.jsonl"),
  };
  let current = behaviour;
  const store = () =>
    writeFileSync(paths.launch, JSON.stringify({ behaviour: current, journal: paths.journal, control: paths.control }));
  store();
  const journal = fileJournal(paths.journal);
  const send = async (command: ControlCommand) => {
    const done = () => journal.entries().filter((entry) => entry.kind === "control-done").length;
    const before = done();
    sendCommand(paths.control, command);
    await waitUntil(() => done() > before, { what: `the fake server obeys "${command.do}"` });
  };
  return {
    ...commandLine(options, [mainPath(), paths.launch, ...(options.args ?? [])]),
    env: {},
    dir,
    journal,
    send,
    setBehaviour: (patch) => {
      current = { ...current, ...patch };
      store();
      sendCommand(paths.control, { do: "set", patch });
    },
    notifyListChanged: (count = 1) => send({ do: "notify", count }),
    killAll: () => killAll(journal),
  };
}

function commandLine(options: FakeStdioOptions, nodeArgs: string[]): { command: string; args: string[] } {
  if (!options.wrapped) return { command: process.execPath, args: nodeArgs };
  // The second command keeps the shell from replacing itself with the first.
  return { command: "/bin/sh", args: ["-c", '"$0" "$@"; exit $?', process.execPath, ...nodeArgs] };
}

function killAll(journal: Journal): void {
  for (const pid of [...journal.pids(), ...journal.grandchildPids()]) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // Already gone.
    }
  }
}
