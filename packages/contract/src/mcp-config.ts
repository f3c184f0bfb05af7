import * as z from "zod/mini";
import { ServerId } from "./ids.js";

/** `saved: true` with an empty value stands for the stored secret, in both directions (CFG-13, CFG-14). */
export const KeyValue = z.object({
  key: z.string(),
  value: z._default(z.string(), ""),
  saved: z.optional(z.boolean()),
});
export type KeyValue = z.infer<typeof KeyValue>;

export const StdioTransport = z.object({
  type: z.literal("stdio"),
  command: z.string(),
  args: z._default(z.array(z.string()), []),
  env: z._default(z.array(KeyValue), []),
  /** Names of variables of Loop's own process that the child gets (CFG-08). */
  envVars: z._default(z.array(z.string()), []),
  /** Absolute, or empty for the directory Loop was launched in (CFG-07). */
  cwd: z._default(z.string(), ""),
});
export type StdioTransport = z.infer<typeof StdioTransport>;

export const HttpTransport = z.object({
  type: z.literal("http"),
  url: z.string(),
  /** Name of a variable of Loop's process, sent as `Authorization: Bearer …` (CFG-10). */
  bearerTokenEnv: z._default(z.string(), ""),
  headers: z._default(z.array(KeyValue), []),
  /** Header name → name of a variable of Loop's process. */
  envHeaders: z._default(z.array(z.object({ key: z.string(), value: z._default(z.string(), "") })), []),
});
export type HttpTransport = z.infer<typeof HttpTransport>;

export const Transport = z.discriminatedUnion("type", [StdioTransport, HttpTransport]);
export type Transport = z.infer<typeof Transport>;

/** Shape only; what the values may be is decided by core's configuration rules (CFG-04 … CFG-17). */
export const McpServerConfig = z.object({
  id: ServerId,
  name: z.string(),
  enabled: z.boolean(),
  transport: Transport,
});
export type McpServerConfig = z.infer<typeof McpServerConfig>;

/** `<agentDir>/mcp.json` (CFG-01). */
export const McpConfigFile = z.object({ version: z.literal(1), servers: z.array(McpServerConfig) });
export type McpConfigFile = z.infer<typeof McpConfigFile>;
