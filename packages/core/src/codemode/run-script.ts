import type { ContentBlock } from "@loop/contract";
import type { Clock } from "../kit/clock.js";
import { type InvokeNested, ScriptDispatcher } from "./dispatcher.js";
import { Emitted } from "./emitted.js";
import { SCRIPT_LIMITS, type ScriptLimits } from "./limits.js";
import { ScriptImages } from "./result-value.js";
import type { ScriptCatalog } from "./script-catalog.js";
import { endedWith, type ScriptEngine } from "./script-engine.js";
import type { ScriptEnd } from "./script-errors.js";
import { ScriptHost } from "./script-host.js";
import { describeEnd } from "./script-report.js";
import { WallBudget } from "./wall-budget.js";

export interface ScriptRequest {
  readonly callId: string;
  readonly source: string;
  readonly catalog: ScriptCatalog;
  readonly engine: ScriptEngine;
  readonly clock: Clock;
  readonly limits?: ScriptLimits;
  readonly invoke: InvokeNested;
  /** Calls `pause` while a person is asked and `resume` after, so that a wait costs the script nothing (CM-05). */
  readonly watchQuestions?: (budget: { pause(): void; resume(): void }) => void;
  readonly signal: AbortSignal;
}

export interface ScriptResult {
  readonly end: ScriptEnd;
  /** What was emitted, then one line about how it went: all that model and history see (CM-02). */
  readonly content: readonly ContentBlock[];
}

/** Runs one script to its end. Never throws. */
export async function runScript(request: ScriptRequest): Promise<ScriptResult> {
  const { source, catalog, engine, clock, signal, limits = SCRIPT_LIMITS } = request;
  const images = new ScriptImages();
  const emitted = new Emitted(limits, images);
  if (Buffer.byteLength(source) > limits.sourceBytes) {
    const fault = { name: "Error", message: `a script may have ${limits.sourceBytes} bytes`, line: null };
    return report({ ...endedWith("syntax"), fault }, emitted);
  }
  const stop = new AbortController();
  let isOvertime = false;
  const budget = new WallBudget(clock, limits.wallMs, () => {
    isOvertime = true;
    stop.abort();
  });
  const cancel = () => stop.abort();
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) stop.abort();
  request.watchQuestions?.(budget);
  budget.resume();
  try {
    const dispatcher = new ScriptDispatcher({
      outerCallId: request.callId,
      catalog,
      images,
      limits,
      invoke: request.invoke,
      signal: stop.signal,
    });
    const host = new ScriptHost({ catalog, dispatcher, emitted, limits, clock, signal: stop.signal });
    const namespaces = catalog.names.namespaces.map((namespace) => namespace.name);
    const end = await engine.run({ source, namespaces, ...engineLimits(limits) }, host, stop.signal);
    return report(isOvertime ? { ...end, code: "timeout" } : end, emitted);
  } finally {
    budget.pause();
    signal.removeEventListener("abort", cancel);
    stop.abort();
  }
}

function engineLimits({ activeMs, memoryBytes, stackBytes, consoleCharacters }: ScriptLimits) {
  return { activeMs, memoryBytes, stackBytes, consoleCharacters };
}

function report(end: ScriptEnd, emitted: Emitted): ScriptResult {
  const omitted = end.omittedCharacters + emitted.omittedCharacters;
  const words = describeEnd({ end, omittedCharacters: omitted, isEmpty: emitted.isEmpty });
  return { end, content: words === null ? emitted.blocks : [...emitted.blocks, { type: "text", text: words }] };
}
