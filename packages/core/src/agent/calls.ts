import type { ErrorCode } from "@loop/contract";
import type { AgentHooks } from "./agent.js";
import type { ToolCall, ToolResult } from "./messages.js";
import type { AgentTool, ToolAnswer } from "./tool.js";

/** Calls of one answer that are run; a model that asks for more is told so. */
const MAX_CALLS_PER_ROUND = 64;
const MAX_NAMED_TOOLS = 30;
const MAX_ECHOED_CHARACTERS = 200;

/** One answer's calls, with the tools that were declared when it was asked for. */
export interface RoundCalls {
  readonly hooks: AgentHooks;
  readonly tools: readonly AgentTool[];
  readonly calls: readonly ToolCall[];
}

/** Runs the calls in the order the model made them. Every call gets a result, so the history never dangles. */
export async function runCalls(
  { hooks, tools: declared, calls }: RoundCalls,
  signal: AbortSignal,
): Promise<readonly ToolResult[]> {
  const tools = new Map(declared.map((tool) => [tool.name, tool]));
  const results: ToolResult[] = [];
  for (const [index, call] of calls.entries()) {
    const answer =
      index < MAX_CALLS_PER_ROUND
        ? await runCall({ hooks, tools, call }, signal)
        : refused(`Not run: at most ${MAX_CALLS_PER_ROUND} calls in one answer.`);
    results.push({ callId: call.callId, name: call.name, ...answer });
  }
  return results;
}

interface OneCall {
  readonly hooks: AgentHooks;
  readonly tools: ReadonlyMap<string, AgentTool>;
  readonly call: ToolCall;
}

async function runCall({ hooks, tools, call }: OneCall, signal: AbortSignal): Promise<ToolAnswer> {
  if (signal.aborted) return refused("Not run: the turn was stopped.");
  const unusable = async (code: ErrorCode, words: string): Promise<ToolAnswer> =>
    (await hooks.unusableCall?.(call, code)) ?? refused(words);
  const tool = tools.get(call.name);
  if (tool === undefined) return unusable("tool-unknown", unknownTool(call.name, [...tools.keys()]));
  if (call.unreadableArgs !== undefined) return unusable("arguments-invalid", unreadable(call.unreadableArgs));
  return tool.execute(call, signal);
}

function refused(text: string): ToolAnswer {
  return { isError: true, content: [{ type: "text", text }] };
}

function unknownTool(name: string, known: readonly string[]): string {
  const echoed = JSON.stringify(name.slice(0, MAX_ECHOED_CHARACTERS));
  if (known.length === 0) return `There is no tool named ${echoed}; no tools are available. Nothing was called.`;
  const more = known.length > MAX_NAMED_TOOLS ? `, and ${known.length - MAX_NAMED_TOOLS} more` : "";
  const names = known.slice(0, MAX_NAMED_TOOLS).join(", ");
  return `There is no tool named ${echoed}. Nothing was called. The tools are: ${names}${more}.`;
}

function unreadable(text: string): string {
  const echoed = JSON.stringify(text.slice(0, MAX_ECHOED_CHARACTERS));
  return `The arguments were not valid JSON, so nothing was called. Send one JSON object. Received: ${echoed}`;
}
