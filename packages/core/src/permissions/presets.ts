import type { PermissionPreset } from "@loop/contract";

/** What a preset means. Built-in tools read the two access fields; calls to external servers read only `asks` (PER-11). */
export interface PresetRules {
  readonly workspace: "read" | "read-write" | "unrestricted";
  /** Whether a call to an external server needs a person or a grant (PER-02). */
  readonly asks: boolean;
}

const RULES: { readonly [P in PermissionPreset]: PresetRules } = {
  "read-only": { workspace: "read", asks: true },
  "workspace-write": { workspace: "read-write", asks: true },
  "full-access": { workspace: "unrestricted", asks: false },
};

export function presetRules(preset: PermissionPreset): PresetRules {
  return RULES[preset];
}
