import * as z from "zod/mini";

/** An MCP tool by its identity; `label` is for people and never a dispatch key (CAT-05). */
export const McpToolRef = z.object({
  serverId: z.string(),
  toolName: z.string(),
  modelName: z.string(),
  label: z.string(),
  /** What the server was called then, so that a step names it when it is gone (TML-01). */
  serverName: z.optional(z.string()),
});
export type McpToolRef = z.infer<typeof McpToolRef>;

export const BuiltinToolRef = z.object({ builtin: z.string() });
export type BuiltinToolRef = z.infer<typeof BuiltinToolRef>;

export const ToolRef = z.union([McpToolRef, BuiltinToolRef, z.literal("codemode")]);
export type ToolRef = z.infer<typeof ToolRef>;

/** What an approval can be about; a script as a whole is never asked (CM-03). */
export const AskedTool = z.union([McpToolRef, BuiltinToolRef]);
export type AskedTool = z.infer<typeof AskedTool>;

/** How a person names the tool of a call by hand. */
export const CallTarget = z.union([z.object({ serverId: z.string(), toolName: z.string() }), z.literal("codemode")]);
export type CallTarget = z.infer<typeof CallTarget>;
