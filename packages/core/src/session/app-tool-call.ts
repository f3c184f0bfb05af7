import { type ErrorCode, errorText, type JsonValue } from "@loop/contract";
import type { ToolCall } from "../agent/messages.js";
import type { AgentTool, ToolAnswer } from "../agent/tool.js";
import type { AppTool, AppToolAnswer } from "../app-tools/app-tool.js";
import { isPromptKey, type PromptOverrides, promptText } from "../app-tools/prompt-texts.js";
import { freezeArgsInSlices } from "../approvals/frozen-args.js";
import type { Clock } from "../kit/clock.js";
import { DeadlineError, withDeadline } from "../kit/deadline.js";
import type { MemoryGate } from "./memory-gate.js";
import { cutText } from "./model-answer.js";
import type { TurnOutput } from "./turn-output.js";

/** Reading a page is the slowest thing such a tool does. */
const LONGEST_CALL_MS = 60_000;

export interface AppToolParts {
  readonly output: TurnOutput;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly memory: MemoryGate;
  readonly prompts: PromptOverrides;
}

/** The app's own tools as the agent sees them: never asked, each call a step. */
export function appAgentTools(tools: readonly AppTool[], parts: AppToolParts): readonly AgentTool[] {
  return tools.map((tool) => ({
    name: tool.name,
    description: isPromptKey(tool.name) ? promptText(tool.name, parts.prompts) : tool.description,
    inputSchema: tool.inputSchema,
    execute: (call: ToolCall, signal: AbortSignal) => callAppTool(parts, { tool, call, signal }),
  }));
}

interface AppToolCall {
  readonly tool: AppTool;
  readonly call: ToolCall;
  readonly signal: AbortSignal;
}

type Refused = Extract<AppToolAnswer, { ok: false }>;

async function callAppTool(parts: AppToolParts, { tool, call, signal }: AppToolCall): Promise<ToolAnswer> {
  const { output, clock, newId } = parts;
  const callId = newId();
  const frozen = await freezeArgsInSlices(call.args);
  const shown = frozen.ok ? { args: frozen.args } : {};
  await output.emit({ type: "call-start", callId, tool: { builtin: tool.name }, ...shown });
  const startedAt = clock.now();
  const answer = frozen.ok
    ? await runIfOpen(parts, { tool, args: frozen.args, callId, signal })
    : refuse("arguments-invalid");
  const durationMs = clock.now() - startedAt;
  if (answer.ok) {
    await output.emit({ type: "call-end", callId, status: "ok", result: [...answer.content], durationMs });
    return { isError: false, content: cutText(answer.content) };
  }
  const mayHaveTakenEffect = tool.kind === "memory-write" && UNSETTLED.has(answer.code);
  await output.emit({
    type: "call-end",
    callId,
    status: statusOf(answer.code),
    code: answer.code,
    ...(mayHaveTakenEffect ? { mayHaveTakenEffect } : {}),
    durationMs,
  });
  return { isError: true, content: [{ type: "text", text: wordsFor(answer) }] };
}

interface Run {
  readonly tool: AppTool;
  readonly args: JsonValue;
  readonly callId: string;
  readonly signal: AbortSignal;
}

async function runIfOpen({ output, clock, memory }: AppToolParts, run: Run): Promise<AppToolAnswer> {
  const { tool, args, callId, signal } = run;
  const refusal = memory.refusalOf(tool.kind);
  if (refusal !== null) return refuse(refusal);
  // A runner that lost its turn must not write to memory either.
  await output.beforeDispatch(callId);
  const turn = { turnId: output.turnId, callId };
  try {
    return await withDeadline({ clock, ms: LONGEST_CALL_MS, signal }, (inner) =>
      tool.execute(args, { signal: inner, turn }),
    );
  } catch (error) {
    if (signal.aborted) return refuse("call-cancelled");
    return refuse(error instanceof DeadlineError ? "app-tool-timeout" : "internal-error");
  }
}

/** Ends after which nobody knows whether the tool did its work. */
const UNSETTLED: ReadonlySet<ErrorCode> = new Set(["call-cancelled", "app-tool-timeout", "internal-error"]);

function refuse(code: ErrorCode): Refused {
  return { ok: false, code };
}

function statusOf(code: ErrorCode): "denied" | "cancelled" | "failed" {
  if (code === "memory-closed") return "denied";
  return code === "call-cancelled" ? "cancelled" : "failed";
}

function wordsFor({ code, detail }: Refused): string {
  const { sentence, nextStep } = errorText(code);
  return [sentence, detail ?? nextStep].join(" ");
}
