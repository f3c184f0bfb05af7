import type { ErrorCode } from "@loop/contract";
import { ANTHROPIC_CACHE_MARK, type DriverParts, type DriverTiming, driverOf } from "./ai-sdk-driver.js";
import { capabilitiesOf } from "./capabilities.js";
import type { ModelDriver } from "./model.js";

export type Environment = Readonly<Record<string, string | undefined>>;

export type ModelProblem = Extract<ErrorCode, "model-unknown" | "model-key-missing" | "model-setting-missing">;
export type ResolvedModel =
  | { readonly ok: true; readonly driver: ModelDriver }
  | { readonly ok: false; readonly code: ModelProblem };

type Found = DriverParts | ModelProblem;
type Provider = (name: string, environment: Environment) => Found;

/** Ollama cuts prompts silently at its own small default, so a size is always named. */
const OLLAMA_CONTEXT_TOKENS = 16_384;
const OLLAMA_ADDRESS = "http://127.0.0.1:11434";

const PROVIDERS: ReadonlyMap<string, Provider> = new Map([
  ["openai", openai],
  ["openai-compatible", openaiCompatible],
  ["anthropic", anthropic],
  ["google", google],
  ["ollama", ollama],
]);

/** Names of the variables that hold a provider's key, the library's own first. */
export const KEY_VARIABLES = {
  openai: ["OPENAI_API_KEY"],
  anthropic: ["ANTHROPIC_API_KEY"],
  google: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
} as const satisfies Record<string, readonly string[]>;

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
  const apiKey = keyOf(environment, "openai");
  const address = addressOf(environment, "OPENAI_BASE_URL");
  if (apiKey === null) return "model-key-missing";
  if (address === "invalid") return "model-setting-missing";
  const baseURL = address ?? "https://api.openai.com/v1";
  const isOwn = address === null;
  return {
    id: `openai/${name}`,
    provider: "openai",
    capabilities: capabilitiesOf(isOwn ? "openai-responses" : "openai-chat", name),
    load: async () => {
      const { createOpenAI } = await import("@ai-sdk/openai");
      const made = createOpenAI({ apiKey, baseURL });
      return isOwn ? made.responses(name) : made.chat(name);
    },
    // The history is ours: answers are not kept at the provider, and reasoning comes back encrypted instead.
    ...(isOwn ? { providerOptions: { openai: { store: false } } } : {}),
  };
}

function openaiCompatible(name: string, environment: Environment): Found {
  const apiKey = keyOf(environment, "openai");
  const baseURL = addressOf(environment, "OPENAI_BASE_URL");
  if (baseURL === null || baseURL === "invalid") return "model-setting-missing";
  return {
    id: `openai-compatible/${name}`,
    provider: "openai-compatible",
    capabilities: capabilitiesOf("openai-chat", name),
    load: async () => {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const settings = { name: "openai-compatible", baseURL, includeUsage: true };
      return createOpenAICompatible({ ...settings, ...(apiKey === null ? {} : { apiKey }) }).chatModel(name);
    },
  };
}

function anthropic(name: string, environment: Environment): Found {
  const apiKey = keyOf(environment, "anthropic");
  const address = addressOf(environment, "ANTHROPIC_BASE_URL");
  if (apiKey === null) return "model-key-missing";
  if (address === "invalid") return "model-setting-missing";
  const baseURL = address ?? "https://api.anthropic.com/v1";
  return {
    id: `anthropic/${name}`,
    provider: "anthropic",
    capabilities: capabilitiesOf("anthropic", name),
    load: async () => {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ apiKey, baseURL })(name);
    },
    cacheMark: ANTHROPIC_CACHE_MARK,
  };
}

function google(name: string, environment: Environment): Found {
  const apiKey = keyOf(environment, "google");
  const baseURL = addressOf(environment, "GOOGLE_BASE_URL");
  if (apiKey === null) return "model-key-missing";
  if (baseURL === "invalid") return "model-setting-missing";
  return {
    id: `google/${name}`,
    provider: "google",
    capabilities: capabilitiesOf("google", name),
    load: async () => {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI({ apiKey, ...(baseURL === null ? {} : { baseURL }) })(name);
    },
  };
}

function ollama(name: string, environment: Environment): Found {
  const address = addressOf(environment, "OLLAMA_BASE_URL");
  if (address === "invalid") return "model-setting-missing";
  const origin = address ?? OLLAMA_ADDRESS;
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

function keyOf(environment: Environment, provider: keyof typeof KEY_VARIABLES): string | null {
  return KEY_VARIABLES[provider].map((variable) => textOf(environment[variable])).find((key) => key !== null) ?? null;
}

/** Without a slash at its end; null where it is not set. */
function addressOf(environment: Environment, variable: string): string | null | "invalid" {
  const text = textOf(environment[variable]);
  if (text === null) return null;
  const isHttp = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  return isHttp ? text.replace(/\/+$/, "") : "invalid";
}

function textOf(value: string | undefined): string | null {
  const text = value?.trim() ?? "";
  return text === "" ? null : text;
}

function wholeNumber(value: string | undefined): number | null {
  const number = Number(textOf(value) ?? Number.NaN);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}
