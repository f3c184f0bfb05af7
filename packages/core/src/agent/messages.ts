import type { ContentBlock, JsonValue } from "@loop/contract";

/** Opaque data of a provider that must go back to the same provider beside its block. */
export interface ProviderData {
  readonly provider: string;
  readonly data: JsonValue;
}

export interface ToolCall {
  readonly callId: string;
  /** The name the model used. */
  readonly name: string;
  readonly args: unknown;
  /** Set where the model's arguments were not JSON: their raw text. `args` is then an empty object. */
  readonly unreadableArgs?: string;
  readonly providerData?: ProviderData;
}

export type AssistantBlock =
  | { readonly type: "text"; readonly text: string; readonly providerData?: ProviderData }
  | { readonly type: "reasoning"; readonly text: string; readonly providerData?: ProviderData }
  | ({ readonly type: "tool-call" } & ToolCall);

export interface ToolResult {
  readonly callId: string;
  readonly name: string;
  readonly isError: boolean;
  readonly content: readonly ContentBlock[];
}

/** The only history that is stored; drivers translate it for their provider and back. */
export type Message =
  | { readonly role: "user"; readonly content: readonly ContentBlock[] }
  | { readonly role: "assistant"; readonly content: readonly AssistantBlock[] }
  | { readonly role: "tool"; readonly results: readonly ToolResult[] };
