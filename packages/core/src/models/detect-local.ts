import type { DetectedModel } from "@loop/contract";
import * as z from "zod/mini";
import { type Clock, systemClock } from "../kit/clock.js";
import { withDeadline } from "../kit/deadline.js";
import { connectionIn, type Environment, type ProviderName } from "./provider-endpoints.js";

/** A local server either answers at once or is not there. */
const PROBE_MS = 300;
const MAX_MODELS_PER_SERVER = 100;
const MAX_ANSWER_BYTES = 1_000_000;

export interface DetectOptions {
  readonly environment: Environment;
  readonly signal: AbortSignal;
  readonly fetch?: typeof globalThis.fetch;
  readonly clock?: Clock;
}

interface LocalServer {
  readonly provider: "ollama" | "openai-compatible";
  /** Loopback only: nothing else is ever asked. */
  readonly origin: string;
  readonly path: string;
}

const LOCAL_SERVERS: readonly LocalServer[] = [
  { provider: "ollama", origin: "http://127.0.0.1:11434", path: "/api/tags" },
  { provider: "openai-compatible", origin: "http://127.0.0.1:1234", path: "/v1/models" },
  { provider: "openai-compatible", origin: "http://127.0.0.1:8080", path: "/v1/models" },
  { provider: "openai-compatible", origin: "http://127.0.0.1:8000", path: "/v1/models" },
];

/** One model a provider, to start with; any other name works as well. */
const SUGGESTED: readonly { readonly provider: ProviderName; readonly name: string }[] = [
  { provider: "anthropic", name: "claude-sonnet-4-5" },
  { provider: "openai", name: "gpt-5" },
  { provider: "google", name: "gemini-2.5-flash" },
];

const OllamaTags = z.object({ models: z.array(z.object({ name: z.string() })) });
const ModelList = z.object({ data: z.array(z.object({ id: z.string() })) });

/**
 * What could be used without further setting-up: providers whose key is in the environment, and the models that servers
 * on this computer list. Only lists are read; no key, prompt or other word is sent. Never rejects.
 */
export async function detectModels(options: DetectOptions): Promise<readonly DetectedModel[]> {
  const local = await Promise.all(LOCAL_SERVERS.map((server) => modelsAt(server, options)));
  return [...fromEnvironment(options.environment), ...local.flat()];
}

/** The environment in which `resolveModel` finds a detected model where it was found. */
export function environmentFor(model: DetectedModel, environment: Environment): Environment {
  const server = LOCAL_SERVERS.find(({ provider, origin }) => provider === model.provider && origin === model.source);
  if (server === undefined) return environment;
  const { provider, origin } = server;
  return {
    ...environment,
    ...(provider === "ollama" ? { OLLAMA_BASE_URL: origin } : { OPENAI_BASE_URL: `${origin}/v1` }),
  };
}

function fromEnvironment(environment: Environment): readonly DetectedModel[] {
  const withKey = SUGGESTED.filter(({ provider }) => connectionIn(environment, provider).key !== null);
  return withKey.map(({ provider, name }) => ({
    provider,
    reference: `${provider}/${name}`,
    source: "environment",
  }));
}

async function modelsAt(server: LocalServer, options: DetectOptions): Promise<readonly DetectedModel[]> {
  const { clock = systemClock, signal } = options;
  try {
    const answer = await withDeadline({ clock, ms: PROBE_MS, signal }, (inner) => readList(server, options, inner));
    return namesIn(server, answer).map((name) => ({
      provider: server.provider,
      reference: `${server.provider}/${name}`,
      source: server.origin,
    }));
  } catch {
    return [];
  }
}

async function readList({ origin, path }: LocalServer, options: DetectOptions, signal: AbortSignal): Promise<unknown> {
  const { fetch = globalThis.fetch } = options;
  // A redirect could lead off this computer.
  const response = await fetch(`${origin}${path}`, {
    signal,
    redirect: "error",
    headers: { accept: "application/json" },
  });
  const length = Number(response.headers.get("content-length") ?? 0);
  if (!response.ok || length > MAX_ANSWER_BYTES) {
    await response.body?.cancel();
    return null;
  }
  const text = await response.text();
  return text.length > MAX_ANSWER_BYTES ? null : JSON.parse(text);
}

function namesIn(server: LocalServer, answer: unknown): readonly string[] {
  const names =
    server.provider === "ollama"
      ? (OllamaTags.safeParse(answer).data?.models ?? []).map(({ name }) => name)
      : (ModelList.safeParse(answer).data?.data ?? []).map(({ id }) => id);
  return names.filter((name) => name !== "" && !/[\p{Cc}\s]/u.test(name)).slice(0, MAX_MODELS_PER_SERVER);
}
