import * as z from "zod/mini";
import { PermissionPreset } from "./permission.js";

export const Conversation = z.object({
  id: z.string(),
  title: z.string(),
  permission: PermissionPreset,
  /** Absolute path the built-in tools work in; null where the host has none. */
  workspace: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The conversation's own choice about MCP tools; null follows the account's setting. Absent where there is no switch (SWT-02). */
  mcp: z.optional(z.nullable(z.boolean())),
  /** Absent where there are no personas; null for a conversation without one. */
  personaId: z.optional(z.nullable(z.string())),
  runningTurnId: z.nullable(z.string()),
});
export type Conversation = z.infer<typeof Conversation>;
