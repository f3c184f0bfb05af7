import type { ContentBlock } from "@loop/contract";
import type { Clock } from "../kit/clock.js";
import type { McpTool } from "../mcp/tool-source.js";
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
  /** Whether a call of the tool asks nobody, as things are now. */
  readonly runsUnasked: (tool: McpTool) => boolean;
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
  const { source, clock, signal, limits = SCRIPT_LIMITS } = request;
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
    const end = await runToEnd(request, { images, emitted, budget, limits, stop });
    return report(isOvertime ? { ...end, code: "timeout" } : end, emitted);
  } finally {
    budget.end();
    signal.removeEventListener("abort", cancel);
    stop.abort();
  }
}

interface RunParts {
  readonly images: ScriptImages;
  readonly emitted: Emitted;
  readonly budget: WallBudget;
  readonly limits: ScriptLimits;
  readonly stop: AbortController;
}

/** The engine's end first, then that of every call it still had: what they tell comes before the script's own end. */
async function runToEnd(
  { callId: outerCallId, source, catalog, engine, clock, invoke, runsUnasked }: ScriptRequest,
  { images, emitted, budget, limits, stop }: RunParts,
): Promise<ScriptEnd> {
  const { signal } = stop;
  const dispatcher = new ScriptDispatcher({ outerCallId, catalog, images, limits, invoke, runsUnasked, signal });
  const host = new ScriptHost({ catalog, dispatcher, emitted, limits, clock, signal });
  const namespaces = catalog.names.namespaces.map((namespace) => namespace.name);
  const end = await engine.run({ source, namespaces, ...engineLimits(limits) }, host, signal);
  budget.end();
  stop.abort();
  await dispatcher.settled();
  return end;
}

function engineLimits(limits: ScriptLimits) {
  const { activeMs, memoryBytes, stackBytes, consoleCharacters, argumentCharacters } = limits;
  return { activeMs, memoryBytes, stackBytes, consoleCharacters, argumentCharacters };
}

function report(end: ScriptEnd, emitted: Emitted): ScriptResult {
  const omitted = end.omittedCharacters + emitted.omittedCharacters;
  const words = describeEnd({ end, omittedCharacters: omitted, isEmpty: emitted.isEmpty });
  return { end, content: words === null ? emitted.blocks : [...emitted.blocks, { type: "text", text: words }] };
}
