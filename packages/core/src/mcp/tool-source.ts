import type { ContentBlock, ErrorCode, JsonSchema, JsonValue, StepStatus } from "@loop/contract";
import type { CatalogLifetime } from "./lifetime.js";

/** A ready tool, captured for one prompt. Plain data; the object itself is what `ToolSource` recognises. */
export interface McpTool {
  /** The name a model uses: at most 64 characters (CAT-02). */
  readonly name: string;
  readonly serverId: string;
  readonly serverName: string;
  /** The server's own name for it, byte for byte. */
  readonly toolName: string;
  /** For people. */
  readonly label: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** Read off its name where a gateway keeps its servers apart so; it arranges lists and decides nothing (GRP-01). */
  readonly group?: string;
}

/** A ready service for the prompt (API-08): no connection configuration in it. */
export interface McpPromptServer {
  readonly id: string;
  readonly name: string;
  /** A short name of its own among the servers, for prompts and scripts; the id where absent. */
  readonly handle?: string;
  readonly instructions?: string;
  /** Equal to the names of its tools in the same snapshot. */
  readonly toolNames: readonly string[];
}

export interface McpToolSnapshot {
  readonly tools: readonly McpTool[];
  readonly servers: readonly McpPromptServer[];
}

export type ArgumentCheck =
  | { readonly ok: true }
  /** `path` is a JSON pointer into the arguments; `message` is Loop's or the validator's, never a server's. */
  | { readonly ok: false; readonly code: ErrorCode; readonly path: string; readonly message: string };

/** How a dispatched call ended. */
export interface McpCallResult {
  readonly status: Extract<StepStatus, "ok" | "failed" | "cancelled" | "unreachable">;
  readonly code?: ErrorCode;
  /** Text and images; other blocks became JSON text (CAT-04). The server's own words, for model and reader. */
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: JsonValue;
  /** The request was sent and its outcome is unknown (PER-14). */
  readonly mayHaveTakenEffect: boolean;
  /** The server itself answered, with a result or an error: memory closes for the turn (MEM-01). */
  readonly serverAnswered: boolean;
}

/** Where tools come from. Nothing above can tell a live connection from a stored catalog. */
export interface ToolSource {
  /** Synchronous: tools and service rows belong to the same instant (API-08). */
  snapshot(workspaceRoot: string): McpToolSnapshot;
  /** The catalog a snapshot tool belongs to. */
  lifetimeOf(tool: McpTool): CatalogLifetime;
  /** Never sends anything (CAT-03). */
  validate(tool: McpTool, args: unknown, signal: AbortSignal): Promise<ArgumentCheck>;
  /**
   * Sends once, never again (LIF-11). 60 s in total from dispatch (PER-08). Does not throw: every end is a result.
   * Refuses with `catalog-changed` when the lifetime is gone.
   */
  call(tool: McpTool, args: unknown, signal: AbortSignal): Promise<McpCallResult>;
}
