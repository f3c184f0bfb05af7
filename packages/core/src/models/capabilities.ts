import type { ModelCapabilities } from "./model.js";

/** The protocol a model is spoken to by; limits differ by it more than by vendor. */
export type Wire = "openai-responses" | "openai-chat" | "anthropic" | "google" | "ollama";

interface WireLimits {
  readonly maxTools: number | null;
  readonly toolResultImages: boolean;
}

const WIRES: { readonly [W in Wire]: WireLimits } = {
  // More than 128 tools is a 400 on OpenAI's own endpoints and on most that copy them.
  "openai-responses": { maxTools: 128, toolResultImages: true },
  // A tool message is text only there; the library would write a picture's base64 into it.
  "openai-chat": { maxTools: 128, toolResultImages: false },
  anthropic: { maxTools: null, toolResultImages: true },
  google: { maxTools: 128, toolResultImages: true },
  ollama: { maxTools: null, toolResultImages: false },
};

/** The safe common limit of providers. */
const TOOL_NAME_LENGTH = 64;

/** First match counts; only where the maker states the size. */
const CONTEXT_TOKENS: readonly (readonly [pattern: RegExp, tokens: number])[] = [
  [/^gpt-4\.1/, 1_047_576],
  [/^gpt-4o/, 128_000],
  [/^gpt-5/, 400_000],
  [/^o[134](-|$)/, 200_000],
  [/^claude-/, 200_000],
  [/^gemini-/, 1_048_576],
];

export function capabilitiesOf(wire: Wire, modelName: string, contextTokens?: number): ModelCapabilities {
  const known = CONTEXT_TOKENS.find(([pattern]) => pattern.test(modelName))?.[1] ?? null;
  return { ...WIRES[wire], maxToolNameLength: TOOL_NAME_LENGTH, contextTokens: contextTokens ?? known };
}

/** Reads the wire off the name an AI SDK model gives its provider; chat completions is the careful guess. */
export function wireOf(providerName: string): Wire {
  if (providerName.startsWith("openai") && providerName.endsWith(".responses")) return "openai-responses";
  if (providerName.startsWith("azure") && providerName.endsWith(".responses")) return "openai-responses";
  if (providerName.includes("anthropic")) return "anthropic";
  if (providerName.startsWith("google")) return "google";
  if (providerName.startsWith("ollama")) return "ollama";
  return "openai-chat";
}
