import type { ErrorCode } from "@loop/contract";
import { ANTHROPIC_CACHE_MARK, type DriverParts, type DriverTiming, driverOf } from "./ai-sdk-driver.js";
import { capabilitiesOf } from "./capabilities.js";
import type { ModelDriver } from "./model.js";
import { connectionIn, type Environment, PROVIDER_ENDPOINTS, textOf } from "./provider-endpoints.js";

export type ModelProblem = Extract<ErrorCode, "model-unknown" | "model-key-missing" | "model-setting-missing">;
export type ResolvedModel =
  | { readonly ok: true; readonly driver: ModelDriver }
  | { readonly ok: false; readonly code: ModelProblem };

type Found = DriverParts | ModelProblem;
type Provider = (name: string, environment: Environment) => Found;

/** Ollama cuts prompts silently at its own small default, so a size is always named. */
const OLLAMA_CONTEXT_TOKENS = 16_384;

const PROVIDERS: ReadonlyMap<string, Provider> = new Map([
  ["openai", openai],
  ["openai-compatible", openaiCompatible],
  ["anthropic", anthropic],
  ["google", google],
  ["ollama", ollama],
]);

/**
 * A model by its name, `provider/model`, split at the first slash. Nothing is sent and nothing is loaded until its first
 * request. Keys and addresses come from `environment` alone, the process's where absent.
 */
export function resolveModel(
  reference: string,
  environment: Environment = process.env,
  timing: DriverTiming = {},
): ResolvedModel {
  const cut = reference.indexOf("/");
  const name = reference.slice(cut + 1);
  const provider = cut > 0 && name !== "" ? PROVIDERS.get(reference.slice(0, cut)) : undefined;
  const found = provider?.(name, environment) ?? "model-unknown";
  return typeof found === "string" ? { ok: false, code: found } : { ok: true, driver: driverOf(found, timing) };
}

function openai(name: string, environment: Environment): Found {
  const { key: apiKey, address } = connectionIn(environment, "openai");
  if (apiKey === null) return "model-key-missing";
  if (address === "invalid") return "model-setting-missing";
  const baseURL = address ?? ownAddress("openai");
  const isOwn = address === null;
  return {
    id: `openai/${name}`,
    provider: "openai",
    capabilities: capabilitiesOf(isOwn ? "openai-responses" : "openai-chat", name),
    load: async () => {
      const { createOpenAI } = await import("@ai-sdk/openai");
      const made = createOpenAI({ apiKey, baseURL, fetch: sameAddress });
      return isOwn ? made.responses(name) : made.chat(name);
    },
    // The history is ours: answers are not kept at the provider, and reasoning comes back encrypted instead.
    ...(isOwn ? { providerOptions: { openai: { store: false } } } : {}),
  };
}

function openaiCompatible(name: string, environment: Environment): Found {
  const { key: apiKey, address: baseURL } = connectionIn(environment, "openai-compatible");
  if (baseURL === null || baseURL === "invalid") return "model-setting-missing";
  return {
    id: `openai-compatible/${name}`,
    provider: "openai-compatible",
    capabilities: capabilitiesOf("openai-chat", name),
    load: async () => {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const settings = { name: "openai-compatible", baseURL, includeUsage: true, fetch: sameAddress };
      return createOpenAICompatible({ ...settings, ...(apiKey === null ? {} : { apiKey }) }).chatModel(name);
    },
  };
}

function anthropic(name: string, environment: Environment): Found {
  const { key: apiKey, address } = connectionIn(environment, "anthropic");
  if (apiKey === null) return "model-key-missing";
  if (address === "invalid") return "model-setting-missing";
  const baseURL = address ?? ownAddress("anthropic");
  return {
    id: `anthropic/${name}`,
    provider: "anthropic",
    capabilities: capabilitiesOf("anthropic", name),
    load: async () => {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ apiKey, baseURL, fetch: sameAddress })(name);
    },
    cacheMark: ANTHROPIC_CACHE_MARK,
  };
}

function google(name: string, environment: Environment): Found {
  const { key: apiKey, address: baseURL } = connectionIn(environment, "google");
  if (apiKey === null) return "model-key-missing";
  if (baseURL === "invalid") return "model-setting-missing";
  return {
    id: `google/${name}`,
    provider: "google",
    capabilities: capabilitiesOf("google", name),
    load: async () => {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI({ apiKey, fetch: sameAddress, ...(baseURL === null ? {} : { baseURL }) })(name);
    },
  };
}

function ollama(name: string, environment: Environment): Found {
  const { address } = connectionIn(environment, "ollama");
  if (address === "invalid") return "model-setting-missing";
  const origin = address ?? ownAddress("ollama");
  const baseURL = origin.endsWith("/api") ? origin : `${origin}/api`;
  const contextTokens = wholeNumber(environment.OLLAMA_CONTEXT_LENGTH) ?? OLLAMA_CONTEXT_TOKENS;
  return {
    id: `ollama/${name}`,
    provider: "ollama",
    capabilities: capabilitiesOf("ollama", name, contextTokens),
    load: async () => {
      const { createOllama } = await import("ollama-ai-provider-v2");
      return createOllama({ baseURL }).chat(name);
    },
    providerOptions: { ollama: { options: { num_ctx: contextTokens } } },
  };
}

function ownAddress(provider: keyof typeof PROVIDER_ENDPOINTS): string {
  return PROVIDER_ENDPOINTS[provider].address ?? "";
}

/** A redirect could take the key to another address. */
const sameAddress: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, { ...init, redirect: "error" });

function wholeNumber(value: string | undefined): number | null {
  const number = Number(textOf(value) ?? Number.NaN);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}
