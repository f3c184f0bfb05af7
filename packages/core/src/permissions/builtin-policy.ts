import { type PermissionPreset, unreachable } from "@loop/contract";
import { presetRules } from "./presets.js";
import type { SandboxState } from "./sandbox-state.js";

/** What a built-in tool does to the world. */
export type ToolNeeds = "read" | "write" | "command";

/** `ask`: each time, without a grant for the session. */
export type BuiltinDecision = "run" | "ask" | "refuse";

/** PER-09: pure, and asked again for every call, since the preset may change between two of them (PER-01). */
export function decideBuiltin(
  preset: PermissionPreset,
  needs: ToolNeeds,
  sandbox: SandboxState["state"],
): BuiltinDecision {
  const { workspace } = presetRules(preset);
  if (workspace === "unrestricted") return "run";
  switch (needs) {
    case "read":
      return "run";
    case "write":
      return workspace === "read-write" ? "run" : "refuse";
    case "command":
      return sandbox === "enforced" ? "run" : "ask";
    default:
      return unreachable(needs);
  }
}
