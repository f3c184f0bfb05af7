import type { JsonValue } from "@loop/contract";
import type { McpTool } from "../mcp/tool-source.js";
import type { ScriptLimits } from "./limits.js";
import { type ScriptImages, type ScriptValue, valueForScript } from "./result-value.js";
import type { ScriptCatalog } from "./script-catalog.js";
import type { ScriptToolError, ToolErrorCode } from "./script-errors.js";
import { type NestedOutcome, toolErrorOf } from "./tool-error.js";

/** One nested call on its way through the session's gate; `args` are JSON from behind the wall. */
export interface NestedCallRequest {
  /** `<outer>/<ordinal>`, ordinals from 1. */
  readonly callId: string;
  readonly tool: McpTool;
  readonly args: JsonValue;
}

/** The session's own path for a call: validation, consent, checks, dispatch, events. The same as for direct calls. */
export type InvokeNested = (call: NestedCallRequest, signal: AbortSignal) => Promise<NestedOutcome>;

export interface DispatcherOptions {
  readonly outerCallId: string;
  readonly catalog: ScriptCatalog;
  readonly images: ScriptImages;
  readonly limits: ScriptLimits;
  readonly invoke: InvokeNested;
  /** Whether a call of the tool asks nobody; after repeated refusals only such calls go on. */
  readonly runsUnasked: (tool: McpTool) => boolean;
  readonly signal: AbortSignal;
}

export type DispatchResult = ScriptValue | { readonly error: ScriptToolError };

/** Nested calls of one script, one at a time in the order the script made them (CM-03). */
export class ScriptDispatcher {
  readonly #options: DispatcherOptions;
  #queue: Promise<unknown> = Promise.resolve();
  #made = 0;
  #pending = 0;
  #ordinal = 0;
  #denials = 0;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Resolves when every call made so far has ended and said so. */
  async settled(): Promise<void> {
    await this.#queue;
  }

  call(path: string, input: unknown): Promise<DispatchResult> {
    const { catalog, limits } = this.#options;
    this.#made += 1;
    if (this.#made > limits.calls) return refuse("call_limit", path, `a script may make ${limits.calls} calls`);
    const entry = catalog.find(path);
    if (entry === null) return refuse("unknown_tool", path, catalog.unknownTool(path));
    if (this.#pending >= limits.pendingCalls) {
      return refuse(
        "call_limit",
        entry.path,
        `at most ${limits.pendingCalls} calls may wait at once; await some first`,
      );
    }
    this.#pending += 1;
    const turn = this.#queue.then(() => this.#dispatch(entry.path, entry.tool, input as JsonValue));
    const ended = () => {
      this.#pending -= 1;
    };
    // A call that breaks is its caller's to hear of; those behind it still get their turn.
    this.#queue = turn.then(ended, ended);
    return turn;
  }

  async #dispatch(path: string, tool: McpTool, args: JsonValue): Promise<DispatchResult> {
    const { outerCallId, invoke, runsUnasked, signal, limits } = this.#options;
    if (signal.aborted) return refuse("cancelled", path, "the script was cancelled");
    if (this.#denials >= limits.denials && !runsUnasked(tool)) {
      return refuse(
        "denied_repeatedly",
        path,
        "the person refused several calls of this script; it is not asked again",
      );
    }
    this.#ordinal += 1;
    const outcome = await invoke({ callId: `${outerCallId}/${this.#ordinal}`, tool, args }, signal);
    if (outcome.kind === "refused" && outcome.reason === "user") this.#denials += 1;
    const error = toolErrorOf(outcome, path);
    if (error !== null) return { error };
    return outcome.kind === "answered"
      ? this.#value(path, outcome)
      : refuse("cancelled", path, "the call was cancelled");
  }

  async #value(path: string, outcome: Extract<NestedOutcome, { kind: "answered" }>): Promise<DispatchResult> {
    const value = await valueForScript(outcome.result, this.#options.images);
    const words = "text" in value ? value.text : value.json;
    if (words.length <= this.#options.limits.resultCharacters) return value;
    const start = words.slice(0, 2_000).toWellFormed();
    const message = `the result has ${words.length} characters, more than a script can take; it begins: ${start}`;
    return { error: { code: "result_too_large", path, message } };
  }
}

function refuse(code: ToolErrorCode, path: string, message: string): Promise<DispatchResult> {
  return Promise.resolve({ error: { code, path, message } });
}
