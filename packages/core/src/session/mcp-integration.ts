import type { ErrorCode } from "@loop/contract";
import type { ToolCall } from "../agent/messages.js";
import type { AgentTool } from "../agent/tool.js";
import { type CapturedTool, toolRefOf } from "./catalog-capture.js";
import { type CallParts, callMcpTool } from "./mcp-call.js";
import { answerForModel } from "./model-answer.js";
import type { TurnOutput } from "./turn-output.js";

export interface McpToolParts {
  readonly parts: Omit<CallParts, "signal">;
  readonly newId: () => string;
}

/** Snapshot tools as the agent sees them. Everything a call needs around it happens inside `execute`. */
export function agentToolsFor(tools: readonly CapturedTool[], { parts, newId }: McpToolParts): readonly AgentTool[] {
  return tools.map((captured) => ({
    name: captured.tool.name,
    description: captured.tool.description,
    inputSchema: captured.tool.inputSchema,
    async execute(call: ToolCall, signal: AbortSignal) {
      // The model's own id may repeat from turn to turn; events and questions get one that never does.
      const outcome = await callMcpTool(
        { ...parts, signal },
        { callId: newId(), captured, args: call.args, madeBy: "model" },
      );
      return answerForModel(outcome);
    },
  }));
}

/** Shows a reader the call that no tool could take. */
export async function showUnusableCall(
  output: TurnOutput,
  tools: readonly CapturedTool[],
  unusable: { readonly call: ToolCall; readonly code: ErrorCode; readonly callId: string },
): Promise<void> {
  const { call, code, callId } = unusable;
  const captured = tools.find(({ tool }) => tool.name === call.name);
  if (captured === undefined) {
    await output.emit({ type: "notice", code });
    return;
  }
  await output.emit({ type: "call-start", callId, tool: toolRefOf(captured.tool) });
  await output.emit({ type: "call-end", callId, status: "failed", code });
}
