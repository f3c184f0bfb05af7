import type { ErrorCode, TokenUsage } from "@loop/contract";
import type { Message, ProviderData, ToolCall } from "../agent/messages.js";
import type { ToolDeclaration } from "../agent/tool.js";

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDeclaration[];
  readonly signal: AbortSignal;
}

/** One streamed answer. A driver never throws: what goes wrong is a `failed` event, the last one. */
export type ModelEvent =
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "reasoning-delta"; readonly text: string }
  /** Closes the current block so that provider data stays beside the right text. */
  | { readonly type: "block-end"; readonly block: "text" | "reasoning"; readonly providerData?: ProviderData }
  | { readonly type: "tool-call"; readonly call: ToolCall }
  | { readonly type: "finished"; readonly usage: TokenUsage | null; readonly cut: boolean }
  | { readonly type: "failed"; readonly code: ErrorCode };

export interface ModelCapabilities {
  /** Most tools one request may declare; null where no limit is known. */
  readonly maxTools: number | null;
  /** Whether a tool result may carry an image on this wire; else pictures follow as a user message. */
  readonly toolResultImages: boolean;
  readonly maxToolNameLength: number;
  /** Tokens the model reads; null where unknown. */
  readonly contextTokens: number | null;
}

/** One streamed request at a time to one model. */
export interface ModelDriver {
  /** `provider/model`. */
  readonly id: string;
  readonly capabilities: ModelCapabilities;
  stream(request: ModelRequest): AsyncIterable<ModelEvent>;
}
