import * as z from "zod/mini";
import { McpServerConfig } from "./mcp-config.js";

const shared = {
  /** Redacted: literal env and header values are empty and `saved` (CFG-13). */
  config: McpServerConfig,
  /** 0 unless ready (WEB-01). */
  toolCount: z.number(),
};

export const McpStatus = z.enum(["disabled", "queued", "connecting", "refreshing", "ready", "error"]);
export type McpStatus = z.infer<typeof McpStatus>;

export const McpServerView = z.discriminatedUnion("status", [
  z.object({ ...shared, status: z.literal("disabled") }),
  z.object({ ...shared, status: z.literal("queued") }),
  z.object({ ...shared, status: z.literal("connecting") }),
  z.object({ ...shared, status: z.literal("refreshing") }),
  z.object({
    ...shared,
    status: z.literal("ready"),
    /** Names of tools left out because their definition cannot be used. */
    droppedTools: z.optional(z.array(z.string())),
    /** The server announces changes, but its notification stream stayed lost. */
    changesNotFollowed: z.optional(z.boolean()),
  }),
  z.object({ ...shared, status: z.literal("error"), code: z.string(), detail: z.optional(z.string()) }),
]);
export type McpServerView = z.infer<typeof McpServerView>;

/** A tool as a person browses it; the words in it are the server's own. */
export const McpToolView = z.object({
  serverId: z.string(),
  toolName: z.string(),
  modelName: z.string(),
  label: z.string(),
  description: z.string(),
  inputSchema: z.unknown(),
});
export type McpToolView = z.infer<typeof McpToolView>;
