import type { CallTarget } from "@loop/contract";
import { Agent, type AgentEnd, type AgentHooks } from "../agent/agent.js";
import type { Message } from "../agent/messages.js";
import type { ApprovalGate } from "../approvals/gate.js";
import type { EndedGrant } from "../approvals/grants.js";
import type { ModelDriver } from "../models/model.js";
import type { SessionOptions } from "./agent-session-types.js";
import { byHandMessage, findTarget } from "./by-hand.js";
import type { CapturedCatalog, CapturedTool } from "./catalog-capture.js";
import { historyFor, providerOf } from "./history.js";
import { callMcpTool } from "./mcp-call.js";
import { agentToolsFor, showUnusableCall } from "./mcp-integration.js";
import { buildSystemPrompt } from "./system-prompt.js";
import { limitTools } from "./tool-limit.js";
import type { TurnOutput } from "./turn-output.js";

/** What one turn works with, frozen when it began. */
export interface TurnParts {
  readonly options: SessionOptions;
  readonly model: ModelDriver | null;
  readonly catalog: CapturedCatalog;
  readonly gate: ApprovalGate;
  readonly output: TurnOutput;
  /** The session's history as it is now. */
  readonly history: () => readonly Message[];
  /** Grants that ended since the last turn told of them. */
  readonly takeEndedGrants: () => readonly EndedGrant[];
  readonly signal: AbortSignal;
}

/** How a turn ends; the session emits it. */
export type TurnOutcome = Pick<AgentEnd, "reason" | "code" | "usage">;

export async function runPromptTurn(parts: TurnParts, text: string): Promise<TurnOutcome> {
  const { output, model, signal } = parts;
  await output.emit({ type: "turn-start", origin: { kind: "prompt", text } });
  await output.save([{ role: "user", content: [{ type: "text", text }] }]);
  await tellEndedGrants(parts);
  if (model === null) return { reason: "failed", code: "no-model", usage: null };
  const tools = await chooseTools(parts, model);
  const agent = agentFor(parts, model, tools);
  const end = await agent.run(historyFor(parts.history(), providerOf(model.id)), signal);
  await tellEndedGrants(parts);
  return end;
}

export async function runCallTurn(
  parts: TurnParts,
  call: { readonly callId: string; readonly tool: CallTarget; readonly args: unknown },
): Promise<TurnOutcome> {
  const { output, signal } = parts;
  await output.emit({ type: "turn-start", origin: { kind: "call", tool: call.tool } });
  await tellEndedGrants(parts);
  const captured = findTarget(parts.catalog, call.tool);
  const source = parts.options.toolSource;
  if (captured === null || source === null) return { reason: "failed", code: "tool-unknown", usage: null };
  const callParts = { source, gate: parts.gate, output, clock: parts.options.clock, signal };
  const outcome = await callMcpTool(callParts, { callId: call.callId, captured, args: call.args, madeBy: "person" });
  await output.save([byHandMessage(captured, call.args, outcome)]);
  await tellEndedGrants(parts);
  return { reason: signal.aborted ? "stopped" : "done", usage: null };
}

async function chooseTools(parts: TurnParts, model: ModelDriver): Promise<readonly CapturedTool[]> {
  const { tools } = parts.catalog;
  const { offered, leftOut } = limitTools(tools, [model.capabilities.maxTools, parts.options.policy.toolCap]);
  if (leftOut > 0) {
    const params = { ready: tools.length, offered: offered.length, leftOut };
    await parts.output.emit({ type: "notice", code: "tools-over-limit", params });
  }
  return offered;
}

function agentFor(parts: TurnParts, model: ModelDriver, tools: readonly CapturedTool[]): Agent {
  const { options, gate, output } = parts;
  const { toolSource: source, clock, newId, policy } = options;
  const agentTools = source === null ? [] : agentToolsFor(tools, { parts: { source, gate, output, clock }, newId });
  const rounds = tools.length > 0 ? policy.rounds.withMcp : policy.rounds.plain;
  return new Agent({
    model,
    system: buildSystemPrompt({ toolNames: agentTools.map((tool) => tool.name), undeclaredServers: [] }),
    tools: agentTools,
    maxRounds: options.maxRounds ?? rounds,
    hooks: hooksFor(parts, tools),
    newId,
  });
}

function hooksFor(parts: TurnParts, tools: readonly CapturedTool[]): AgentHooks {
  const { output, options } = parts;
  return {
    text: (text) => output.emit({ type: "text-delta", text }),
    reasoning: (text) => output.emit({ type: "reasoning-delta", text }),
    messages: (messages) => output.save(messages),
    unusableCall: (call, code) => showUnusableCall(output, tools, { call, code, callId: options.newId() }),
    answerCut: () => output.emit({ type: "notice", code: "model-answer-cut" }),
  };
}

/** A person learns why a tool is asked about again (GRT-04). */
async function tellEndedGrants({ output, takeEndedGrants }: TurnParts): Promise<void> {
  for (const { grant, code } of takeEndedGrants()) {
    const params = { serverId: grant.serverId, toolName: grant.toolName, because: code };
    await output.emit({ type: "notice", code: "grant-ended", params });
  }
}
