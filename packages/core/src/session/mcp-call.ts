import type { ApprovalRequest, ApprovalResult, JsonValue } from "@loop/contract";
import type { ApprovalOutcome } from "../approvals/approval.js";
import { obstacle } from "../approvals/ask.js";
import { freezeArgsInSlices } from "../approvals/frozen-args.js";
import type { ApprovalGate, GatedCall } from "../approvals/gate.js";
import type { Clock } from "../kit/clock.js";
import type { ArgumentCheck, McpCallResult, ToolSource } from "../mcp/tool-source.js";
import { answered, type CallOutcome, refusedArguments, refusedByGate, unsent } from "./call-outcome.js";
import { type CapturedTool, toolRefOf } from "./catalog-capture.js";
import type { MemoryGate } from "./memory-gate.js";
import type { TurnOutput } from "./turn-output.js";

/** What every call of a turn shares. */
export interface CallParts {
  readonly source: ToolSource;
  readonly gate: ApprovalGate;
  readonly output: TurnOutput;
  readonly clock: Clock;
  /** Hears how every call ended. */
  readonly memory: MemoryGate;
  readonly signal: AbortSignal;
  /** Told while a person is being asked, so that a script's time can stand still (CM-05). */
  readonly questions?: { opened(): void; closed(): void };
}

export interface McpCall {
  readonly callId: string;
  readonly captured: CapturedTool;
  readonly args: unknown;
  /** A script's calls show neither their arguments nor their result in the events (CM-02). */
  readonly madeBy: "model" | "person" | "script";
}

/**
 * One call from its first event to its last: checked, asked, checked again, sent once. Rejects only where the host does;
 * every other end is an outcome, and its `call-end` has been emitted.
 */
export async function callMcpTool(parts: CallParts, call: McpCall): Promise<CallOutcome> {
  const { output, clock } = parts;
  const { callId, captured, madeBy } = call;
  const frozen = await freezeArgsInSlices(call.args);
  await output.emit({
    type: "call-start",
    callId,
    tool: toolRefOf(captured.tool),
    ...(frozen.ok && madeBy !== "script" ? { args: frozen.args } : {}),
    ...(madeBy === "person" ? { byHand: true } : {}),
  });
  const startedAt = clock.now();
  const outcome = frozen.ok ? await decideAndSend(parts, call, frozen.args) : unsent("failed", "arguments-invalid");
  parts.memory.heard(outcome);
  const shown = madeBy === "script" ? { ...outcome, content: [] } : outcome;
  await emitEnd(output, callId, shown, clock.now() - startedAt);
  return outcome;
}

async function decideAndSend(parts: CallParts, call: McpCall, args: JsonValue): Promise<CallOutcome> {
  const { signal, output } = parts;
  const { tool, lifetime } = call.captured;
  const gone = () => obstacle(signal, lifetime);
  const check = await validate(parts, call, args);
  const before = gone();
  if (before !== null) return refusedByGate(before);
  if (!check.ok) return refusedArguments(check);
  const gated = {
    turnId: output.turnId,
    callId: call.callId,
    tool: toolRefOf(tool),
    serverName: tool.serverName,
    description: tool.description,
    definition: tool,
    args,
    lifetime,
  };
  const consent = await decide(parts, gated);
  if (!consent.allowed) return refusedByGate(consent);
  const afterWait = gone();
  if (afterWait !== null) return refusedByGate(afterWait);
  await output.beforeDispatch(call.callId);
  const atDispatch = gone();
  if (atDispatch !== null) return refusedByGate(atDispatch);
  return answered(await send(parts, call, args));
}

async function decide({ gate, output, signal, questions }: CallParts, call: GatedCall): Promise<ApprovalOutcome> {
  questions?.opened();
  try {
    return await gate.decide(call, eventsFor(output, call.callId), signal);
  } finally {
    questions?.closed();
  }
}

export function eventsFor(output: TurnOutput, callId: string) {
  return {
    requested: (request: ApprovalRequest) => output.emit({ type: "approval-request", callId, request }),
    settled: (request: ApprovalRequest, result: ApprovalResult) =>
      output.emit({ type: "approval-result", callId, requestId: request.id, result }),
  };
}

/** An argument check that breaks has not passed. */
async function validate({ source, signal }: CallParts, { captured }: McpCall, args: JsonValue): Promise<ArgumentCheck> {
  try {
    return await source.validate(captured.tool, args, signal);
  } catch {
    return { ok: false, code: "arguments-unchecked", path: "", message: "the check failed" };
  }
}

/** A source promises not to throw; one that does may have sent something. */
async function send({ source, signal }: CallParts, { captured }: McpCall, args: JsonValue): Promise<McpCallResult> {
  try {
    return await source.call(captured.tool, args, signal);
  } catch {
    return { status: "failed", code: "internal-error", content: [], mayHaveTakenEffect: true, serverAnswered: false };
  }
}

async function emitEnd(output: TurnOutput, callId: string, outcome: CallOutcome, durationMs: number): Promise<void> {
  const { status, code, mayHaveTakenEffect, content } = outcome;
  await output.emit({
    type: "call-end",
    callId,
    status,
    durationMs,
    ...(code === undefined ? {} : { code }),
    ...(mayHaveTakenEffect ? { mayHaveTakenEffect } : {}),
    ...(content.length === 0 ? {} : { result: [...content] }),
  });
}
