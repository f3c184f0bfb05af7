import type { ErrorCode, TokenUsage } from "@loop/contract";
import { unreachable } from "@loop/contract";
import type { ModelEvent } from "../models/model.js";
import type { AgentEnd, AgentOptions } from "./agent.js";
import { AnswerBlocks } from "./answer-blocks.js";
import { runCalls } from "./calls.js";
import type { AssistantBlock, Message, ToolCall } from "./messages.js";
import type { AgentTool } from "./tool.js";
import { addUsage } from "./usage.js";

/** An answer longer than this is a runaway model; far above what any model writes. */
const MAX_ANSWER_CHARACTERS = 4_000_000;

type RoundEnd =
  | { readonly kind: "answered"; readonly usage: TokenUsage | null; readonly cut: boolean }
  | { readonly kind: "failed"; readonly code: ErrorCode }
  | { readonly kind: "stopped" };

interface Run {
  readonly options: AgentOptions;
  readonly messages: Message[];
  readonly usedCallIds: Set<string>;
  readonly signal: AbortSignal;
}

/** One model request a round, then its calls one after the other, until the model asks for nothing more. */
export async function runRounds(
  options: AgentOptions,
  history: readonly Message[],
  signal: AbortSignal,
): Promise<AgentEnd> {
  const run: Run = { options, messages: [...history], usedCallIds: callIdsOf(history), signal };
  let usage: TokenUsage | null = null;
  for (let round = 1; round <= options.maxRounds; round += 1) {
    if (signal.aborted) return { reason: "stopped", usage };
    const tools = typeof options.tools === "function" ? options.tools() : options.tools;
    const blocks = new AnswerBlocks();
    const end = await readAnswer(run, tools, blocks);
    if (end.kind !== "answered") {
      await addAnswer(run, blocks.words());
      return end.kind === "stopped" ? { reason: "stopped", usage } : { reason: "failed", code: end.code, usage };
    }
    usage = addUsage(usage, end.usage);
    if (end.cut) await options.hooks.answerCut?.();
    await addAnswer(run, blocks.all());
    if (blocks.calls().length === 0) return { reason: signal.aborted ? "stopped" : "done", usage };
    await add(run, {
      role: "tool",
      results: await runCalls({ hooks: options.hooks, tools, calls: blocks.calls() }, signal),
    });
  }
  return { reason: signal.aborted ? "stopped" : "rounds", usage };
}

async function add(run: Run, message: Message): Promise<void> {
  run.messages.push(message);
  await run.options.hooks.messages([message]);
}

async function addAnswer(run: Run, content: readonly AssistantBlock[]): Promise<void> {
  if (content.length > 0) await add(run, { role: "assistant", content });
}

async function readAnswer(run: Run, tools: readonly AgentTool[], blocks: AnswerBlocks): Promise<RoundEnd> {
  const { model, system } = run.options;
  const declared = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const fitted = (await run.options.fit?.([...run.messages], tools)) ?? { ok: true, messages: [...run.messages] };
  if (run.signal.aborted) return { kind: "stopped" };
  if (!fitted.ok) return { kind: "failed", code: fitted.code };
  const request = { system, messages: fitted.messages, tools: declared, signal: run.signal };
  for await (const event of model.stream(request)) {
    const end = await take(run, blocks, event);
    if (run.signal.aborted) return { kind: "stopped" };
    if (end !== null) return end;
    if (blocks.length > MAX_ANSWER_CHARACTERS) return { kind: "failed", code: "model-failed" };
  }
  return run.signal.aborted ? { kind: "stopped" } : { kind: "failed", code: "model-stream-broken" };
}

async function take(run: Run, blocks: AnswerBlocks, event: ModelEvent): Promise<RoundEnd | null> {
  switch (event.type) {
    case "text-delta":
      blocks.add("text", event.text);
      await run.options.hooks.text(event.text);
      return null;
    case "reasoning-delta":
      blocks.add("reasoning", event.text);
      await run.options.hooks.reasoning(event.text);
      return null;
    case "block-end":
      blocks.end(event.block, event.providerData);
      return null;
    case "tool-call":
      blocks.addCall(withOwnId(run, event.call));
      return null;
    case "finished":
      return { kind: "answered", usage: event.usage, cut: event.cut };
    case "failed":
      return { kind: "failed", code: event.code };
    default:
      return unreachable(event);
  }
}

/** Providers have been seen to repeat or omit call ids; a result must find its one call. */
function withOwnId(run: Run, call: ToolCall): ToolCall {
  const isUsable = call.callId !== "" && !run.usedCallIds.has(call.callId);
  const callId = isUsable ? call.callId : run.options.newId();
  run.usedCallIds.add(callId);
  return isUsable ? call : { ...call, callId };
}

function callIdsOf(messages: readonly Message[]): Set<string> {
  const calls = messages.flatMap((message) => (message.role === "assistant" ? message.content : []));
  return new Set(calls.flatMap((block) => (block.type === "tool-call" ? [block.callId] : [])));
}
