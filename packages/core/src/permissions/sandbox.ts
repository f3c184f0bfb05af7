import type { PermissionPreset } from "@loop/contract";
import { bubblewrapLaunch } from "./bubblewrap.js";
import { presetRules } from "./presets.js";
import type {
  SandboxBounds,
  SandboxEngine,
  SandboxedCommand,
  SandboxLaunch,
  SandboxState,
  SandboxUse,
} from "./sandbox-state.js";
import { seatbeltLaunch } from "./seatbelt.js";

/** Null: the command runs with the user's rights, by full access or because a person said so. */
export function sandboxUse(
  preset: PermissionPreset,
  state: SandboxState,
  bounds: Omit<SandboxBounds, "isWritable">,
): SandboxUse | null {
  const { workspace } = presetRules(preset);
  if (workspace === "unrestricted" || state.engine === null) return null;
  return { engine: state.engine, bounds: { ...bounds, isWritable: workspace === "read-write" } };
}

export async function sandboxLaunch(engine: SandboxEngine, command: SandboxedCommand): Promise<SandboxLaunch> {
  switch (engine.kind) {
    case "bubblewrap":
      return await bubblewrapLaunch(engine, command);
    case "seatbelt":
      return seatbeltLaunch(engine, command);
  }
}
