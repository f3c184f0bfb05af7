import * as z from "zod/mini";

/** PER-01. */
export const PermissionPreset = z.enum(["read-only", "workspace-write", "full-access"]);
export type PermissionPreset = z.infer<typeof PermissionPreset>;
export const DEFAULT_PERMISSION: PermissionPreset = "workspace-write";
