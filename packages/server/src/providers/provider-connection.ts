import type { ErrorCode, ProviderView } from "@loop/contract";
import { connectionIn, type Environment, PROVIDER_ENDPOINTS, type ProviderName } from "@loop/core/host";
import type { SavedProvider } from "./provider-store.js";

export interface EffectiveConnection {
  /** Null where none is set; then the provider cannot be used. */
  readonly address: ProviderView["address"];
  readonly key: { readonly value: string; readonly source: "saved" | "environment" } | null;
  /** A key is there, but it was given for another address. */
  readonly isKeyWithheld: boolean;
  readonly code: ErrorCode | null;
}

/**
 * What is entered in the app counts before the environment, and a key goes only where it was given for: a saved one to the
 * address it was saved with, the environment's to where the environment itself would send it.
 */
export function effectiveConnection(
  provider: ProviderName,
  saved: SavedProvider | undefined,
  environment: Environment,
): EffectiveConnection {
  const given = connectionIn(environment, provider);
  const givenUrl = given.address === null ? PROVIDER_ENDPOINTS[provider].address : given.address;
  const address = addressFrom(provider, saved, given.address);
  const url = address?.url ?? null;
  const key = keyFor(url, { saved, given: given.key, givenUrl: normal(givenUrl) });
  const hasKey = saved?.key !== undefined || given.key !== null;
  return { address, key, isKeyWithheld: key === null && hasKey, code: codeOf(provider, { url, key }) };
}

/** Keyless servers at an address of one's own are common; the others are of no use without one. */
export function needsKey(provider: ProviderName): boolean {
  return provider !== "ollama" && provider !== "openai-compatible";
}

export function takesKey(provider: ProviderName): boolean {
  return PROVIDER_ENDPOINTS[provider].keyVariables.length > 0;
}

function addressFrom(
  provider: ProviderName,
  saved: SavedProvider | undefined,
  given: string | null,
): ProviderView["address"] {
  if (saved?.address !== undefined) return { url: saved.address, source: "saved" };
  if (given !== null) return given === "invalid" ? null : { url: normal(given) ?? given, source: "environment" };
  const own = PROVIDER_ENDPOINTS[provider].address;
  return own === null ? null : { url: own, source: "own" };
}

function keyFor(
  url: string | null,
  from: {
    readonly saved: SavedProvider | undefined;
    readonly given: string | null;
    readonly givenUrl: string | null;
  },
): EffectiveConnection["key"] {
  if (url === null) return null;
  const { saved, given, givenUrl } = from;
  if (saved?.key !== undefined && saved.key.address === url) return { value: saved.key.value, source: "saved" };
  return given !== null && givenUrl === url ? { value: given, source: "environment" } : null;
}

function codeOf(
  provider: ProviderName,
  { url, key }: { readonly url: string | null; readonly key: EffectiveConnection["key"] },
): ErrorCode | null {
  if (url === null) return "model-setting-missing";
  return needsKey(provider) && key === null ? "model-key-missing" : null;
}

/** One way to write an address, so that two that mean the same are equal. */
export function normal(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  return new URL(address).href.replace(/\/+$/, "");
}
