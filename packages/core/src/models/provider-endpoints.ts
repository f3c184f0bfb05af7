export type Environment = Readonly<Record<string, string | undefined>>;

export type ProviderName = "openai" | "openai-compatible" | "anthropic" | "google" | "ollama";

interface Endpoint {
  /** Names of the variables that hold the key, the library's own first; none where there is no key. */
  readonly keyVariables: readonly string[];
  readonly addressVariable: string;
  /** The provider's own address; null where one must be set. */
  readonly address: string | null;
}

export const PROVIDER_ENDPOINTS: { readonly [Name in ProviderName]: Endpoint } = {
  openai: {
    keyVariables: ["OPENAI_API_KEY"],
    addressVariable: "OPENAI_BASE_URL",
    address: "https://api.openai.com/v1",
  },
  "openai-compatible": { keyVariables: ["OPENAI_API_KEY"], addressVariable: "OPENAI_BASE_URL", address: null },
  anthropic: {
    keyVariables: ["ANTHROPIC_API_KEY"],
    addressVariable: "ANTHROPIC_BASE_URL",
    address: "https://api.anthropic.com/v1",
  },
  google: {
    keyVariables: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
    addressVariable: "GOOGLE_BASE_URL",
    address: "https://generativelanguage.googleapis.com/v1beta",
  },
  ollama: { keyVariables: [], addressVariable: "OLLAMA_BASE_URL", address: "http://127.0.0.1:11434" },
};

/** Where an environment sends a provider's requests, and with which key. */
export interface ProviderConnection {
  readonly key: string | null;
  /** Without a slash at its end; null where none is set, "invalid" where it is no http address. */
  readonly address: string | null | "invalid";
}

/** What the variables say, without the provider's own address. */
export function connectionIn(environment: Environment, provider: ProviderName): ProviderConnection {
  const { keyVariables, addressVariable } = PROVIDER_ENDPOINTS[provider];
  const keys = keyVariables.map((variable) => textOf(environment[variable]));
  return { key: keys.find((key) => key !== null) ?? null, address: addressOf(environment[addressVariable]) };
}

/** The same environment with this one connection in it; a null is a variable that is not set. */
export function withConnection(
  environment: Environment,
  provider: ProviderName,
  { key, address }: { readonly key: string | null; readonly address: string | null },
): Environment {
  const { keyVariables, addressVariable, address: own } = PROVIDER_ENDPOINTS[provider];
  const keys = keyVariables.map((variable, index) => [variable, index === 0 ? (key ?? undefined) : undefined] as const);
  return {
    ...environment,
    ...Object.fromEntries(keys),
    [addressVariable]: address === null || address === own ? undefined : address,
  };
}

/** An address as it is used, without a slash at its end. */
export function addressOf(value: string | undefined): string | null | "invalid" {
  const text = textOf(value);
  if (text === null) return null;
  const isHttp = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  return isHttp ? text.replace(/\/+$/, "") : "invalid";
}

/** An empty variable counts as absent. */
export function textOf(value: string | undefined): string | null {
  const text = value?.trim() ?? "";
  return text === "" ? null : text;
}
