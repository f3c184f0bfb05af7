import type { FakeBehaviour } from "./behaviour.js";
import { entryPath, type Launch, prepareLaunch } from "./launch.js";

export interface FakeStdioOptions {
  /** Where the behaviour, the journal and the control file live; absent: a new temporary directory. */
  readonly dir?: string;
  /** Started by a shell that stays its parent, as package runners do. */
  readonly wrapped?: boolean;
  readonly args?: readonly string[];
}

/** Its journal is that of every process started with the command. */
export interface FakeStdio extends Launch {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
  notifyListChanged(count?: number): Promise<void>;
}

/** A command line that starts a fake MCP server; nothing runs yet. */
export function fakeStdioCommand(behaviour: FakeBehaviour = {}, options: FakeStdioOptions = {}): FakeStdio {
  const launch = prepareLaunch(behaviour, options.dir);
  return {
    ...launch,
    ...commandLine(options, [entryPath("stdio-process"), launch.file, ...(options.args ?? [])]),
    env: {},
    notifyListChanged: (count = 1) => launch.send({ do: "notify", count }),
  };
}

function commandLine(options: FakeStdioOptions, nodeArgs: string[]): { command: string; args: string[] } {
  if (!options.wrapped) return { command: process.execPath, args: nodeArgs };
  // The second command keeps the shell from replacing itself with the first.
  return { command: "/bin/sh", args: ["-c", '"$0" "$@"; exit $?', process.execPath, ...nodeArgs] };
}
