import { homedir } from "node:os";
import type { PermissionPreset } from "@loop/contract";
import { unreachable } from "@loop/contract";
import type { Clock } from "../kit/clock.js";
import { type BuiltinDecision, decideBuiltin } from "../permissions/builtin-policy.js";
import type { FileResult } from "../permissions/file-failure.js";
import type { FileScope } from "../permissions/file-scope.js";
import { programFolders } from "../permissions/probe.js";
import { type LoopPlaces, protectedPlaces } from "../permissions/protected-places.js";
import { realPlace } from "../permissions/real-place.js";
import { sandboxUse } from "../permissions/sandbox.js";
import type { SandboxState } from "../permissions/sandbox-state.js";
import { openWorkspace, type Workspace } from "../permissions/workspace-scope.js";
import type { BuiltinContext, BuiltinTool } from "./builtin-tool.js";
import { builtinTools } from "./builtin-tools.js";
import type { CommandOptions } from "./run-command.js";

export interface BuiltinRoomOptions extends CommandOptions {
  /** Absolute path of an existing folder. */
  readonly workspaceRoot: string;
  readonly loop: LoopPlaces;
  /** From `probeSandbox`, once at start. */
  readonly sandbox: SandboxState;
  /** Whether commands in the sandbox reach the network. */
  readonly network: boolean;
  readonly clock: Clock;
}

/** Everything a session needs of the built-in tools. Ask `decide` and take a context for each call anew. */
export interface BuiltinRoom {
  readonly tools: readonly BuiltinTool[];
  readonly sandbox: SandboxState;
  /** The workspace's real path, for showing. */
  readonly root: string;
  decide(preset: PermissionPreset, tool: BuiltinTool): BuiltinDecision;
  context(preset: PermissionPreset, call: Pick<BuiltinContext, "signal" | "emitOutput">): BuiltinContext;
  close(): Promise<void>;
}

/** Fails with `workspace-missing` or `workspace-protected`. */
export async function openBuiltinRoom(options: BuiltinRoomOptions): Promise<FileResult<BuiltinRoom>> {
  const { clock, sandbox, network, environment } = options;
  const loop = { dataDir: await realPlace(options.loop.dataDir), installDir: await realPlace(options.loop.installDir) };
  const places = protectedPlaces(loop);
  const workspace = await openWorkspace({ root: options.workspaceRoot, places, clock });
  if (!workspace.ok) return workspace;
  const { root, guard, close } = workspace.value;
  const bounds = {
    workspace: root,
    network,
    home: (await realPlace(homedir())) ?? "",
    programs: await programFolders(),
    ...loop,
  };
  return {
    ok: true,
    value: {
      tools: builtinTools({ environment }),
      sandbox,
      root,
      decide: (preset, { needs }) => decideBuiltin(preset, needs, sandbox.state),
      context: (preset, call) => ({
        scope: scopeFor(preset, workspace.value),
        // A workspace inside Loop's own program is never written, not by commands either.
        sandbox: sandboxUse(
          guard === "read-only" && preset === "workspace-write" ? "read-only" : preset,
          sandbox,
          bounds,
        ),
        clock,
        ...call,
      }),
      close,
    },
  };
}

function scopeFor(preset: PermissionPreset, workspace: Workspace): FileScope {
  switch (preset) {
    case "read-only":
      return workspace.readOnly;
    case "workspace-write":
      return workspace.readWrite;
    case "full-access":
      return workspace.unrestricted;
    default:
      return unreachable(preset);
  }
}
