import { unreachable } from "@loop/contract";
import type { Clock } from "../kit/clock.js";
import { pause } from "../kit/deadline.js";
import type { DispatchResult, ScriptDispatcher } from "./dispatcher.js";
import type { Emitted } from "./emitted.js";
import type { ScriptLimits } from "./limits.js";
import type { RequestKind } from "./protocol.js";
import type { ScriptCatalog } from "./script-catalog.js";
import { type EngineHost, TEXT_MARK } from "./script-engine.js";
import type { ScriptToolError, ToolErrorCode } from "./script-errors.js";

export interface ScriptHostOptions {
  readonly catalog: ScriptCatalog;
  readonly dispatcher: ScriptDispatcher;
  readonly emitted: Emitted;
  readonly limits: ScriptLimits;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

type Payload = Readonly<Record<string, unknown>>;
type Answer = DispatchResult | { readonly value: unknown };

/** Answers a script's requests. Everything it reads came from behind the wall and is checked here. */
export class ScriptHost implements EngineHost {
  readonly #options: ScriptHostOptions;
  #sleptMs = 0;
  #lookups = 0;

  constructor(options: ScriptHostOptions) {
    this.#options = options;
  }

  async request(kind: RequestKind, json: string): Promise<string> {
    if (json.length > this.#options.limits.argumentCharacters)
      return failed("invalid_input", "the arguments are too large");
    try {
      return written(await this.#answer(kind, readPayload(json)));
    } catch {
      return failed("cancelled", "the request could not be answered");
    }
  }

  emit(json: string): void {
    this.#options.emitted.add(json);
  }

  async #answer(kind: RequestKind, payload: Payload): Promise<Answer> {
    const { dispatcher, limits } = this.#options;
    if (kind === "call") return await dispatcher.call(String(payload.path), payload.input);
    if (kind === "sleep") return await this.#sleep(payload.ms);
    this.#lookups += 1;
    if (this.#lookups <= limits.lookups) return await this.#lookUp(kind, payload);
    return { error: { code: "call_limit", path: "", message: `a script may look up ${limits.lookups} times` } };
  }

  async #lookUp(kind: Exclude<RequestKind, "call" | "sleep">, payload: Payload): Promise<Answer> {
    const { catalog } = this.#options;
    const { query, options } = payload;
    const path = String(payload.path ?? payload.name);
    switch (kind) {
      case "search":
        return { value: await catalog.searchTools(query, options) };
      case "namespace":
        return found(catalog.describeNamespace(path, options)) ?? unknown(path, "there is no such namespace");
      case "tool":
        return found(catalog.describeTool(path, options)) ?? unknown(path, catalog.unknownTool(path));
      default:
        return unreachable(kind);
    }
  }

  async #sleep(ms: unknown): Promise<Answer> {
    const { limits, clock, signal } = this.#options;
    const isNumber = typeof ms === "number" && ms >= 0 && ms <= limits.sleepMs;
    if (!isNumber || this.#sleptMs + ms > limits.sleepTotalMs) {
      const message = `sleep takes 0 to ${limits.sleepMs} ms, ${limits.sleepTotalMs} ms in total`;
      return { error: { code: "invalid_input", path: "", message } };
    }
    this.#sleptMs += ms;
    await pause({ clock, ms, signal });
    return { value: null };
  }
}

function found(value: unknown): Answer | null {
  return value === null ? null : { value };
}

function unknown(path: string, message: string): { readonly error: ScriptToolError } {
  return { error: { code: "unknown_tool", path, message } };
}

function written(answer: Answer): string {
  if ("text" in answer) return TEXT_MARK + answer.text;
  return "json" in answer ? `{"value":${answer.json}}` : JSON.stringify(answer);
}

function failed(code: ToolErrorCode, message: string): string {
  return JSON.stringify({ error: { code, path: "", message } });
}

function readPayload(json: string): Payload {
  const payload: unknown = JSON.parse(json);
  return typeof payload === "object" && payload !== null ? (payload as Payload) : {};
}
