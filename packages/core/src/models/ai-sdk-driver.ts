import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { JsonSchema } from "@loop/contract";
import type { ToolSet } from "ai";
import type { ToolDeclaration } from "../agent/tool.js";
import { type Clock, systemClock } from "../kit/clock.js";
import { AnswerEvents } from "./answer-events.js";
import { capabilitiesOf, wireOf } from "./capabilities.js";
import type { ModelCapabilities, ModelDriver, ModelEvent, ModelRequest } from "./model.js";
import { toModelMessages } from "./request-messages.js";
import { withinLimits } from "./stream-limits.js";

/** A busy provider is asked once more; a person sees the rest of the wait as a code. */
const MAX_RETRIES = 1;
const IDLE_MS = 120_000;
const OVERALL_MS = 30 * 60_000;

export interface DriverTiming {
  readonly clock?: Clock;
  /** Milliseconds without anything from the model; two minutes where absent. */
  readonly idleMs?: number;
  /** Milliseconds for one whole answer; half an hour where absent. */
  readonly overallMs?: number;
}

type ProviderOptions = NonNullable<Parameters<LanguageModelV3["doStream"]>[0]["providerOptions"]>;

export interface DriverParts {
  /** `provider/model`. */
  readonly id: string;
  /** Owner of the opaque data beside blocks. */
  readonly provider: string;
  readonly capabilities: ModelCapabilities;
  /** Loaded at the first request: the libraries take long to read, and a start must not wait for them. */
  readonly load: () => Promise<LanguageModelV3>;
  readonly providerOptions?: ProviderOptions;
  /** Put beside the system prompt and the last message, for providers that cache only what is marked. */
  readonly cacheMark?: ProviderOptions;
}

/** Anthropic reads a marked prefix again for a tenth of the price; without a mark it caches nothing. */
export const ANTHROPIC_CACHE_MARK: ProviderOptions = { anthropic: { cacheControl: { type: "ephemeral" } } };

/** Wraps a language model object of the AI SDK. Names are refused: the library would send them to a hosted gateway. */
export function createAiSdkDriver(model: LanguageModelV3, timing: DriverTiming = {}): ModelDriver {
  if (typeof model !== "object") throw new TypeError("a language model object is needed, not a name");
  const { provider, modelId } = model;
  const wire = wireOf(provider);
  const parts: DriverParts = {
    id: `${provider}/${modelId}`,
    provider,
    capabilities: capabilitiesOf(wire, modelId),
    load: async () => model,
    ...(wire === "anthropic" ? { cacheMark: ANTHROPIC_CACHE_MARK } : {}),
  };
  return driverOf(parts, timing);
}

export function driverOf(parts: DriverParts, timing: DriverTiming = {}): ModelDriver {
  const { id, capabilities } = parts;
  return { id, capabilities, stream: (request) => streamAnswer(parts, timing, request) };
}

/** Never throws. A request whose signal aborted just ends. */
async function* streamAnswer(
  parts: DriverParts,
  timing: DriverTiming,
  request: ModelRequest,
): AsyncGenerator<ModelEvent, void, undefined> {
  const { clock = systemClock, idleMs = IDLE_MS, overallMs = OVERALL_MS } = timing;
  const events = new AnswerEvents(parts.provider);
  const limits = { clock, idleMs, overallMs, signal: request.signal };
  try {
    for await (const part of withinLimits(limits, (signal) => openStream(parts, request, signal))) {
      if (part.type === "abort" || request.signal.aborted) return;
      const event = events.read(part);
      if (event === null) continue;
      yield event;
      if (event.type === "finished" || event.type === "failed") return;
    }
    yield { type: "failed", code: "model-stream-broken" };
  } catch (error) {
    if (!request.signal.aborted) yield events.failed(error);
  }
}

/** One request: the tools have no `execute`, so the library stops after the model's answer. */
async function openStream(parts: DriverParts, request: ModelRequest, signal: AbortSignal) {
  const [{ streamText, jsonSchema, tool }, model] = await Promise.all([import("ai"), parts.load()]);
  // The library prints provider warnings to the console unless its host says no.
  globalThis.AI_SDK_LOG_WARNINGS ??= false;
  const tools: ToolSet = Object.fromEntries(
    request.tools.map(({ name, description, inputSchema }: ToolDeclaration) => [
      name,
      tool({ description, inputSchema: jsonSchema(objectSchema(inputSchema)) }),
    ]),
  );
  const { fullStream } = streamText({
    model,
    ...promptOf(parts, request),
    ...(request.tools.length > 0 ? { tools } : {}),
    maxRetries: MAX_RETRIES,
    abortSignal: signal,
    // Errors are read off the stream; the default would print them, a provider's words included.
    onError: () => {},
    ...(parts.providerOptions === undefined ? {} : { providerOptions: parts.providerOptions }),
  });
  return fullStream;
}

function promptOf({ provider, capabilities, cacheMark }: DriverParts, request: ModelRequest) {
  const { system } = request;
  const { toolResultImages } = capabilities;
  const messages = toModelMessages(request.messages, { provider, toolResultImages });
  const last = messages.at(-1);
  if (cacheMark === undefined || last === undefined) return { system, messages };
  return {
    system: { role: "system" as const, content: system, providerOptions: cacheMark },
    messages: [...messages.slice(0, -1), { ...last, providerOptions: cacheMark }],
  };
}

/** Providers take an object schema only; a server may send a bare boolean or leave the type out. */
function objectSchema(schema: JsonSchema): Record<string, unknown> {
  if (typeof schema === "boolean") return { type: "object", properties: {} };
  return { ...schema, type: "object", properties: schema.properties ?? {} };
}
