import type { ContentBlock, ErrorCode, StepStatus } from "@loop/contract";
import type { NestedCallRequest } from "../codemode/dispatcher.js";
import { runScript } from "../codemode/run-script.js";
import { ScriptCatalog } from "../codemode/script-catalog.js";
import type { ScriptEngine } from "../codemode/script-engine.js";
import type { ScriptOutcomeCode } from "../codemode/script-errors.js";
import type { McpTool } from "../mcp/tool-source.js";
import { type CapturedCatalog, type CapturedTool, toolRefOf } from "./catalog-capture.js";
import { type CallParts, callMcpTool } from "./mcp-call.js";
import { nestedOutcomeOf } from "./nested-outcome.js";

/** What scripts of one turn share: the engine, and the turn's frozen catalog under the names scripts use (PRM-04). */
export interface ScriptRoom {
  readonly engine: ScriptEngine;
  readonly catalog: ScriptCatalog;
  captured(tool: McpTool): CapturedTool | null;
}

export function scriptRoomFor(engine: ScriptEngine, captured: CapturedCatalog): ScriptRoom {
  const byTool = new Map(captured.tools.map((entry) => [entry.tool, entry]));
  const tools = captured.tools.map(({ tool }) => tool);
  return {
    engine,
    catalog: new ScriptCatalog({ tools, servers: captured.servers }),
    captured: (tool) => byTool.get(tool) ?? null,
  };
}

export interface ScriptCall {
  readonly callId: string;
  readonly source: string;
  readonly byHand: boolean;
}

/** How a script ended, for its step and for the model. */
export interface ScriptOutcome {
  readonly status: Extract<StepStatus, "ok" | "failed" | "cancelled">;
  readonly code: ErrorCode | null;
  readonly content: readonly ContentBlock[];
}

/** One script from its first event to its last. Its nested calls take the same path as direct ones (CM-03). */
export async function callScript(parts: CallParts, room: ScriptRoom, call: ScriptCall): Promise<ScriptOutcome> {
  const { output, clock } = parts;
  const { callId, source, byHand } = call;
  await output.emit({
    type: "call-start",
    callId,
    tool: "codemode",
    args: { script: source },
    ...(byHand ? { byHand } : {}),
  });
  const startedAt = clock.now();
  const outcome = await runWithCalls(parts, room, call);
  const { status, code, content } = outcome;
  await output.emit({
    type: "call-end",
    callId,
    status,
    durationMs: clock.now() - startedAt,
    ...(code === null ? {} : { code }),
    ...(content.length === 0 ? {} : { result: [...content] }),
  });
  return outcome;
}

async function runWithCalls(parts: CallParts, room: ScriptRoom, call: ScriptCall): Promise<ScriptOutcome> {
  const stop = new AbortController();
  const signal = AbortSignal.any([parts.signal, stop.signal]);
  let questions: CallParts["questions"];
  const hostFailures: unknown[] = [];
  const invoke = async ({ callId, tool, args }: NestedCallRequest, nestedSignal: AbortSignal) => {
    const captured = room.captured(tool);
    if (captured === null) return { kind: "refused", reason: "revoked", code: "catalog-changed" } as const;
    const nested = { ...parts, signal: nestedSignal, ...(questions === undefined ? {} : { questions }) };
    try {
      const outcome = await callMcpTool(nested, { callId, captured, args, madeBy: "script" });
      if (outcome.stopScript === true) stop.abort();
      return nestedOutcomeOf(outcome);
    } catch (error) {
      hostFailures.push(error);
      stop.abort();
      return { kind: "refused", reason: "cancelled", code: "call-cancelled" } as const;
    }
  };
  const { end, content } = await runScript({
    callId: call.callId,
    source: call.source,
    catalog: room.catalog,
    engine: room.engine,
    clock: parts.clock,
    invoke,
    runsUnasked: (tool) => runsUnasked(parts, room, tool),
    watchQuestions: (budget) => {
      questions = { opened: () => budget.pause(), closed: () => budget.resume() };
    },
    signal,
  });
  // The host could not take an event: the turn is over, and this is not the script's failure.
  if (hostFailures.length > 0) throw hostFailures[0];
  return { ...endOf(end.code), content };
}

function runsUnasked({ gate }: CallParts, room: ScriptRoom, tool: McpTool): boolean {
  const captured = room.captured(tool);
  return captured !== null && gate.runsUnasked({ tool: toolRefOf(captured.tool), lifetime: captured.lifetime });
}

function endOf(code: ScriptOutcomeCode): Pick<ScriptOutcome, "status" | "code"> {
  if (code === "ok") return { status: "ok", code: null };
  if (code === "cancelled" || code === "interrupted") return { status: "cancelled", code: "call-cancelled" };
  return { status: "failed", code: code === "busy" ? "busy" : "script-failed" };
}
