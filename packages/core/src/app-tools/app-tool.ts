import type { ContentBlock, ErrorCode, JsonSchema, JsonValue } from "@loop/contract";

/**
 * What a tool of the app touches. Nobody is asked about any of them; writing memory is refused once an MCP server has
 * answered in the turn (MEM-01).
 */
export type AppToolKind = "memory-read" | "memory-write" | "web-read";

export interface AppToolContext {
  /** Aborts when the turn ends or the call's time is over. */
  readonly signal: AbortSignal;
  readonly turn: { readonly turnId: string; readonly callId: string };
}

export type AppToolAnswer =
  | { readonly ok: true; readonly content: readonly ContentBlock[] }
  /** `detail` is the app's own words for the model, after the code's sentence. */
  | { readonly ok: false; readonly code: ErrorCode; readonly detail?: string };

/** A tool of the app that is neither a server's nor a host's: declared by itself under every exposure. */
export interface AppTool {
  /** One of `APP_TOOL_NAMES`; no MCP tool is ever named so. */
  readonly name: AppToolName;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly kind: AppToolKind;
  /** `args` are JSON, as shown to the reader; checking them is the tool's. An exception counts as a fault of the app. */
  execute(args: JsonValue, context: AppToolContext): Promise<AppToolAnswer>;
}

export const APP_TOOL_NAMES = ["memory_search", "memory_write", "web_search", "read_page"] as const;
export type AppToolName = (typeof APP_TOOL_NAMES)[number];
