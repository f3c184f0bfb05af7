import type { ContentBlock, JsonSchema } from "@loop/contract";
import type { ToolCall } from "./messages.js";

/** What a model is told about a tool. */
export interface ToolDeclaration {
  /** At most 64 characters of `[A-Za-z0-9_-]`. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** What the model reads as the tool's answer. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly content: readonly ContentBlock[];
}

/**
 * A tool as the agent sees it. `execute` must not throw but for the abort of `signal`: a failure is an answer with
 * `isError`. Whatever has to happen around a call (validation, consent, events) is inside `execute`.
 */
export interface AgentTool extends ToolDeclaration {
  execute(call: ToolCall, signal: AbortSignal): Promise<ToolAnswer>;
}
