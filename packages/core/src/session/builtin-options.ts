import { fileURLToPath } from "node:url";
import type { Clock } from "../kit/clock.js";
import { probeSandbox } from "../permissions/probe.js";
import type { SandboxState } from "../permissions/sandbox-state.js";
import { type BuiltinRoom, openBuiltinRoom } from "../tools/builtin-room.js";
import { commandEnvironment } from "../tools/command-environment.js";
import { SessionError } from "./session-error.js";

export interface BuiltinToolsOptions {
  /** Absolute path of a folder no tool may read or write, but for its `workspace`: Loop's own data. */
  readonly dataDir?: string;
  /** Whether commands in the sandbox reach the network; not where absent. */
  readonly network?: boolean;
  /** From `probeSandbox`; tried anew where absent. */
  readonly sandbox?: SandboxState;
}

/** The folder this package lies in among its others: never written by a tool. */
const INSTALL_DIR = fileURLToPath(new URL("../../..", import.meta.url));

/** Null where the host wants no built-in tools. Throws a `SessionError` where the workspace cannot be used. */
export async function openBuiltins(
  options: {
    readonly builtinTools?: BuiltinToolsOptions;
    readonly workspaceRoot: string;
    readonly environment?: Readonly<Record<string, string | undefined>>;
  },
  clock: Clock,
): Promise<BuiltinRoom | null> {
  const { builtinTools, workspaceRoot, environment } = options;
  if (builtinTools === undefined) return null;
  const { dataDir = null, network = false, sandbox = await probeSandbox({ clock }) } = builtinTools;
  const room = await openBuiltinRoom({
    workspaceRoot,
    loop: { dataDir, installDir: INSTALL_DIR },
    sandbox,
    network,
    environment: commandEnvironment(environment),
    clock,
  });
  if (!room.ok) throw new SessionError(room.code);
  return room.value;
}
