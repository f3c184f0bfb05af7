import type { ErrorCode } from "@loop/contract";
import * as z from "zod/mini";
import { type Clock, systemClock } from "../kit/clock.js";
import { DeadlineError, withDeadline } from "../kit/deadline.js";
import { isKeyInvalid } from "./key-invalid.js";
import type { ModelCapabilities } from "./model.js";
import { connectionIn, type Environment, PROVIDER_ENDPOINTS, type ProviderName } from "./provider-endpoints.js";
import { resolveModel } from "./providers.js";

const ANSWER_MS = 10_000;
const MAX_MODELS = 500;
const MAX_ANSWER_BYTES = 4_000_000;
const LONGEST_NAME = 200;

export interface ListModelsOptions {
  readonly provider: ProviderName;
  /** Where the key and the address are looked up. */
  readonly environment: Environment;
  readonly signal: AbortSignal;
  readonly clock?: Clock;
}

export interface ListedModel {
  readonly name: string;
  readonly capabilities: ModelCapabilities;
}

export type ListedModels =
  | { readonly ok: true; readonly models: readonly ListedModel[] }
  | { readonly ok: false; readonly code: ErrorCode };

interface ListRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const ByName = z.object({ models: z.array(z.object({ name: z.string() })) });
const ById = z.object({ data: z.array(z.object({ id: z.string() })) });
const OfGoogle = z.object({
  models: z.array(z.object({ name: z.string(), supportedGenerationMethods: z.optional(z.array(z.string())) })),
});

/**
 * The models a provider lists, by its own address and key, sorted by name. One request, no redirect, ten seconds. Never
 * rejects: a failure is a code, and nothing of the provider's words is in it.
 */
export async function listModels(options: ListModelsOptions): Promise<ListedModels> {
  const { provider, environment, signal, clock = systemClock } = options;
  const request = requestFor(provider, environment);
  if ("code" in request) return { ok: false, code: request.code };
  try {
    return await withDeadline({ clock, ms: ANSWER_MS, signal }, (inner) => readList(options, request, inner));
  } catch (error) {
    if (signal.aborted) return { ok: false, code: "model-test-cancelled" };
    return { ok: false, code: error instanceof DeadlineError ? "model-timeout" : "model-unreachable" };
  }
}

async function readList(options: ListModelsOptions, request: ListRequest, signal: AbortSignal): Promise<ListedModels> {
  const { provider, environment } = options;
  const headers = { accept: "application/json", ...request.headers };
  // A redirect could take the key to another address.
  const response = await fetch(request.url, { headers, signal, redirect: "error" });
  const text = await cappedText(response);
  if (!response.ok) return { ok: false, code: refusalCode(response.status, text) };
  const names = text === null ? null : namesIn(provider, parseJson(text));
  if (names === null) return { ok: false, code: "models-not-listed" };
  const models = names.flatMap((name) => {
    const found = resolveModel(`${provider}/${name}`, environment);
    return found.ok ? [{ name, capabilities: found.driver.capabilities }] : [];
  });
  return { ok: true, models };
}

function requestFor(provider: ProviderName, environment: Environment): ListRequest | { readonly code: ErrorCode } {
  const { key, address } = connectionIn(environment, provider);
  const base = address ?? PROVIDER_ENDPOINTS[provider].address;
  if (base === null || base === "invalid") return { code: "model-setting-missing" };
  const needsKey = provider !== "ollama" && provider !== "openai-compatible";
  if (needsKey && key === null) return { code: "model-key-missing" };
  switch (provider) {
    case "ollama":
      return { url: base.endsWith("/api") ? `${base}/tags` : `${base}/api/tags`, headers: {} };
    case "anthropic":
      return {
        url: `${base}/models?limit=1000`,
        headers: { "x-api-key": key ?? "", "anthropic-version": "2023-06-01" },
      };
    case "google":
      return { url: `${base}/models?pageSize=1000`, headers: { "x-goog-api-key": key ?? "" } };
    case "openai":
    case "openai-compatible":
      return { url: `${base}/models`, headers: key === null ? {} : { authorization: `Bearer ${key}` } };
  }
}

function refusalCode(status: number, text: string | null): ErrorCode {
  if (status === 401 || status === 403 || isKeyInvalid(text)) return "model-key-rejected";
  if (status === 429) return "model-rate-limited";
  return status >= 500 ? "model-failed" : "models-not-listed";
}

function namesIn(provider: ProviderName, answer: unknown): readonly string[] | null {
  const names = rawNames(provider, answer);
  if (names === null) return null;
  const usable = names.filter((name) => name !== "" && name.length <= LONGEST_NAME && !/[\p{Cc}\s]/u.test(name));
  return [...new Set(usable)].sort().slice(0, MAX_MODELS);
}

function rawNames(provider: ProviderName, answer: unknown): readonly string[] | null {
  switch (provider) {
    case "ollama":
      return ByName.safeParse(answer).data?.models.map(({ name }) => name) ?? null;
    case "google": {
      const models = OfGoogle.safeParse(answer).data?.models;
      const talking = models?.filter(
        ({ supportedGenerationMethods: ways }) => ways?.includes("generateContent") ?? true,
      );
      return talking?.map(({ name }) => name.replace(/^models\//, "")) ?? null;
    }
    default:
      return ById.safeParse(answer).data?.data.map(({ id }) => id) ?? null;
  }
}

/** Null for a longer answer than any list is. */
async function cappedText(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
