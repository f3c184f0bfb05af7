import type { ErrorCode, JsonValue, TokenUsage } from "@loop/contract";
import type { LanguageModelUsage, TextStreamPart, ToolSet } from "ai";
import type { ProviderData } from "../agent/messages.js";
import { isDeepJson } from "../kit/json-shape.js";
import type { ModelEvent } from "./model.js";
import { modelFailureCode } from "./model-failure.js";

/** Far below where libraries and providers begin to fail. */
const MOST_LEVELS = 499;

type Part = TextStreamPart<ToolSet>;
type CallPart = Extract<Part, { type: "tool-call" }>;
type Metadata = CallPart["providerMetadata"];

/** Reads the library's stream of one answer. After an event that ends the answer nothing more is to be read. */
export class AnswerEvents {
  readonly #provider: string;
  readonly #metadata = new Map<string, Metadata>();
  #hasBegun = false;

  constructor(provider: string) {
    this.#provider = provider;
  }

  /** Words or calls have arrived, so that a later fault is a broken answer rather than a refused request. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  failed(error: unknown): ModelEvent {
    return failure(modelFailureCode(error, this));
  }

  read(part: Part): ModelEvent | null {
    switch (part.type) {
      case "text-start":
      case "reasoning-start":
        this.#keep(part.id, part.providerMetadata);
        return null;
      case "text-delta":
      case "reasoning-delta":
        return this.#delta(part);
      case "text-end":
        return this.#blockEnd("text", part);
      case "reasoning-end":
        return this.#blockEnd("reasoning", part);
      case "tool-call":
        return this.#call(part);
      case "finish":
        return this.#finish(part);
      case "error":
        return this.failed(part.error);
      default:
        return null;
    }
  }

  #keep(id: string, metadata: Metadata): void {
    if (metadata !== undefined) this.#metadata.set(id, metadata);
  }

  #delta(part: Extract<Part, { type: "text-delta" | "reasoning-delta" }>): ModelEvent | null {
    this.#keep(part.id, part.providerMetadata);
    if (part.text === "") return null;
    this.#hasBegun = true;
    return { type: part.type, text: part.text };
  }

  /** Signatures may come with the start, a delta or the end of a block; the last one is the block's. */
  #blockEnd(block: "text" | "reasoning", part: { id: string; providerMetadata?: Metadata }): ModelEvent {
    this.#keep(part.id, part.providerMetadata);
    const metadata = this.#metadata.get(part.id);
    this.#metadata.delete(part.id);
    if (block === "text" && metadata === undefined) return { type: "block-end", block };
    return { type: "block-end", block, providerData: this.#own(metadata) };
  }

  #call(part: CallPart): ModelEvent {
    this.#hasBegun = true;
    const raw: unknown = part.input;
    const unreadable = unreadableText(part.invalid === true, raw);
    return {
      type: "tool-call",
      call: {
        callId: part.toolCallId,
        name: part.toolName,
        args: unreadable === null ? raw : {},
        ...(unreadable === null ? {} : { unreadableArgs: unreadable }),
        ...(part.providerMetadata === undefined ? {} : { providerData: this.#own(part.providerMetadata) }),
      },
    };
  }

  #finish(part: Extract<Part, { type: "finish" }>): ModelEvent {
    const { finishReason, rawFinishReason, totalUsage } = part;
    if (finishReason === "error") return failure("model-failed");
    const usage = usageOf(totalUsage);
    // A stream that stopped without a reason or a count did not come to its end; old local servers give only a count.
    if (finishReason === "other" && rawFinishReason === undefined && usage === null) {
      return failure(this.#hasBegun ? "model-stream-broken" : "model-failed");
    }
    return { type: "finished", usage, cut: finishReason === "length" };
  }

  /** Reasoning is marked even without data of its own: it is meant for this provider only. */
  #own(metadata: Metadata): ProviderData {
    return { provider: this.#provider, data: jsonOf(metadata) };
  }
}

/** Kept out of the history: what cannot be read, or is too deep to be sent back, would fail every later request. */
function unreadableText(isInvalid: boolean, raw: unknown): string | null {
  if (isInvalid && typeof raw === "string") return raw;
  return isDeepJson(raw, MOST_LEVELS) ? "arguments nested more than 500 levels deep" : null;
}

function failure(code: ErrorCode): ModelEvent {
  return { type: "failed", code };
}

function usageOf({ inputTokens, outputTokens, inputTokenDetails }: LanguageModelUsage): TokenUsage | null {
  if (inputTokens === undefined && outputTokens === undefined) return null;
  const cached = inputTokenDetails.cacheReadTokens;
  return {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
  };
}

function jsonOf(metadata: Metadata): JsonValue {
  return metadata === undefined ? null : JSON.parse(JSON.stringify(metadata));
}
