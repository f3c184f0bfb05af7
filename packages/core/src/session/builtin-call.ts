import type { ErrorCode, PermissionPreset, StepStatus } from "@loop/contract";
import { ERROR_CODES, unreachable } from "@loop/contract";
import type { ToolCall } from "../agent/messages.js";
import type { AgentTool, ToolAnswer } from "../agent/tool.js";
import { obstacle } from "../approvals/ask.js";
import { freezeArgsInSlices } from "../approvals/frozen-args.js";
import type { ApprovalGate } from "../approvals/gate.js";
import type { Clock } from "../kit/clock.js";
import type { BuiltinRoom } from "../tools/builtin-room.js";
import type { BuiltinAnswer, BuiltinTool } from "../tools/builtin-tool.js";
import { type CallOutcome, refusedByGate, unsent } from "./call-outcome.js";
import { eventsFor } from "./mcp-call.js";
import { answerForModel, cutText } from "./model-answer.js";
import type { TurnOutput } from "./turn-output.js";

export interface BuiltinParts {
  readonly room: BuiltinRoom;
  readonly gate: ApprovalGate;
  readonly output: TurnOutput;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Read at each call, so a change counts from the next one (PER-01). */
  readonly preset: () => PermissionPreset;
}

/** Loop's own tools as the agent sees them: the preset decides each call, and a person where it does not (PER-09). */
export function builtinAgentTools(parts: BuiltinParts): readonly AgentTool[] {
  return parts.room.tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema,
    execute: (call: ToolCall, signal: AbortSignal) => callBuiltin(parts, { tool, call, signal }),
  }));
}

interface BuiltinCall {
  readonly tool: BuiltinTool;
  readonly call: ToolCall;
  readonly signal: AbortSignal;
}

async function callBuiltin(parts: BuiltinParts, { tool, call, signal }: BuiltinCall): Promise<ToolAnswer> {
  const { output, clock, newId } = parts;
  const callId = newId();
  const frozen = await freezeArgsInSlices(call.args);
  const shown = frozen.ok ? { args: frozen.args } : {};
  await output.emit({ type: "call-start", callId, tool: { builtin: tool.name }, ...shown });
  const startedAt = clock.now();
  const refusal = frozen.ok
    ? await refusalOf(parts, { tool, callId, args: frozen.args, signal })
    : unsent("failed", "arguments-invalid");
  if (refusal !== null) {
    await output.emit({ type: "call-end", callId, status: refusal.status, ...codeOf(refusal.code), durationMs: 0 });
    return answerForModel(refusal);
  }
  await output.beforeDispatch(callId);
  const answer = await run(parts, { tool, call, signal });
  await output.emit({
    type: "call-end",
    callId,
    status: statusOf(answer, signal),
    ...codeOf(answer.code),
    ...(signal.aborted && tool.needs !== "read" ? { mayHaveTakenEffect: true } : {}),
    result: [...answer.content],
    durationMs: clock.now() - startedAt,
  });
  return { isError: answer.isError, content: cutText(answer.content) };
}

/** Null: go on. */
async function refusalOf(
  { room, gate, output, preset }: BuiltinParts,
  of: { tool: BuiltinTool; callId: string; args: Parameters<ApprovalGate["decide"]>[0]["args"]; signal: AbortSignal },
): Promise<CallOutcome | null> {
  const { tool, callId, args, signal } = of;
  const early = obstacle(signal, null);
  if (early !== null) return refusedByGate(early);
  const decision = room.decide(preset(), tool);
  switch (decision) {
    case "run":
      return null;
    case "refuse":
      return unsent("denied", "workspace-read-only");
    case "ask": {
      const asked = {
        turnId: output.turnId,
        callId,
        tool: { builtin: tool.name },
        description: tool.description,
        args,
        lifetime: null,
      };
      const consent = await gate.decide(asked, eventsFor(output, callId), signal);
      return consent.allowed ? null : refusedByGate(consent);
    }
    default:
      return unreachable(decision);
  }
}

async function run({ room, preset }: BuiltinParts, { tool, call, signal }: BuiltinCall): Promise<BuiltinAnswer> {
  try {
    return await tool.run(call.args, room.context(preset(), { signal }));
  } catch {
    const code: ErrorCode = signal.aborted ? "call-cancelled" : "internal-error";
    return { isError: true, code, content: [{ type: "text", text: ERROR_CODES[code].sentence }] };
  }
}

function statusOf(answer: BuiltinAnswer, signal: AbortSignal): Extract<StepStatus, "ok" | "failed" | "cancelled"> {
  if (!answer.isError) return "ok";
  return signal.aborted ? "cancelled" : "failed";
}

function codeOf(code: ErrorCode | undefined): { readonly code?: ErrorCode } {
  return code === undefined ? {} : { code };
}
