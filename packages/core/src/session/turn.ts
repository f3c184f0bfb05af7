import type { CallTarget, PermissionPreset } from "@loop/contract";
import { Agent, type AgentEnd, type AgentHooks, type AgentOptions } from "../agent/agent.js";
import type { Message } from "../agent/messages.js";
import type { AgentTool } from "../agent/tool.js";
import type { ApprovalGate } from "../approvals/gate.js";
import type { EndedGrant } from "../approvals/grants.js";
import type { ToolSource } from "../mcp/tool-source.js";
import type { ModelDriver } from "../models/model.js";
import type { SessionOptions, TurnNotice } from "./agent-session-types.js";
import { builtinAgentTools } from "./builtin-call.js";
import { byHandMessage, byHandScriptMessage, findTarget } from "./by-hand.js";
import type { CapturedCatalog, CapturedTool } from "./catalog-capture.js";
import { fitContext } from "./context-budget.js";
import { historyFor, providerOf } from "./history.js";
import { type CallParts, callMcpTool } from "./mcp-call.js";
import { agentToolsFor, showUnusableCall } from "./mcp-integration.js";
import { callScript, type ScriptRoom } from "./script-call.js";
import { scriptOf, scriptTool } from "./script-tool.js";
import { buildSystemPrompt } from "./system-prompt.js";
import { limitTools } from "./tool-limit.js";
import type { TurnOutput } from "./turn-output.js";

/** What one turn works with, frozen when it began. */
export interface TurnParts {
  readonly options: SessionOptions;
  /** What this turn goes without, for the reader. */
  readonly notices: readonly TurnNotice[];
  readonly model: ModelDriver | null;
  readonly catalog: CapturedCatalog;
  /** Null where tools are declared directly, or none is ready. */
  readonly scripts: ScriptRoom | null;
  readonly gate: ApprovalGate;
  readonly preset: () => PermissionPreset;
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
  for (const notice of parts.notices) await output.emit({ type: "notice", ...notice });
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
  const source = parts.options.toolSource;
  if (source === null) return { reason: "failed", code: "tool-unknown", usage: null };
  const callParts = { source, gate: parts.gate, output, clock: parts.options.clock, signal };
  const message = await callByHand(parts, callParts, call);
  if (message === null) return { reason: "failed", code: "tool-unknown", usage: null };
  await output.save([message]);
  await tellEndedGrants(parts);
  return { reason: signal.aborted ? "stopped" : "done", usage: null };
}

/** Null when there is no such tool, or no script among the arguments. */
async function callByHand(
  parts: TurnParts,
  callParts: CallParts,
  call: { readonly callId: string; readonly tool: CallTarget; readonly args: unknown },
): Promise<Message | null> {
  if (call.tool === "codemode") {
    const source = scriptOf(call.args);
    if (parts.scripts === null || source === null) return null;
    const outcome = await callScript(callParts, parts.scripts, { callId: call.callId, source, byHand: true });
    return byHandScriptMessage(source, outcome);
  }
  const captured = findTarget(parts.catalog, call.tool);
  if (captured === null) return null;
  const outcome = await callMcpTool(callParts, { callId: call.callId, captured, args: call.args, madeBy: "person" });
  return byHandMessage(captured, call.args, outcome);
}

async function chooseTools(parts: TurnParts, model: ModelDriver): Promise<readonly CapturedTool[]> {
  if (parts.scripts !== null) return [];
  const { tools } = parts.catalog;
  const { offered, leftOut } = limitTools(tools, [model.capabilities.maxTools, parts.options.policy.toolCap]);
  if (leftOut > 0) {
    const params = { ready: tools.length, offered: offered.length, leftOut };
    await parts.output.emit({ type: "notice", code: "tools-over-limit", params });
  }
  return offered;
}

function agentFor(parts: TurnParts, model: ModelDriver, tools: readonly CapturedTool[]): Agent {
  const { options, scripts, catalog } = parts;
  const { toolSource: source, newId, policy } = options;
  const agentTools = [...ownTools(parts), ...(source === null ? [] : declaredTools(parts, source, tools))];
  const rounds = catalog.tools.length > 0 ? policy.rounds.withMcp : policy.rounds.plain;
  const system = buildSystemPrompt({
    toolNames: agentTools.map((tool) => tool.name),
    undeclaredServers: scripts === null ? [] : catalog.servers,
    workspace: options.builtins?.root ?? null,
  });
  return new Agent({
    model,
    system,
    fit: fitterFor(parts, model, { system, tools: agentTools }),
    tools: agentTools,
    maxRounds: options.maxRounds ?? rounds,
    hooks: hooksFor(parts, tools),
    newId,
  });
}

function ownTools({ options, gate, output, preset }: TurnParts): readonly AgentTool[] {
  const { builtins, clock, newId } = options;
  return builtins ? builtinAgentTools({ room: builtins, gate, output, clock, newId, preset }) : [];
}

function declaredTools(parts: TurnParts, source: ToolSource, tools: readonly CapturedTool[]): readonly AgentTool[] {
  const { options, gate, output, scripts } = parts;
  const { clock, newId } = options;
  const callParts = { source, gate, output, clock };
  if (scripts !== null) return [scriptTool({ parts: callParts, room: scripts, newId })];
  return agentToolsFor(tools, { parts: callParts, newId });
}

/** A person is told once a turn that something was left out for the model. */
function fitterFor(
  { output }: TurnParts,
  model: ModelDriver,
  fixed: { readonly system: string; readonly tools: readonly AgentTool[] },
): NonNullable<AgentOptions["fit"]> {
  const { contextTokens } = model.capabilities;
  let isTold = false;
  return async (messages) => {
    const fit = await fitContext({ ...fixed, messages, contextTokens });
    if (fit.kind === "full") return { ok: false, code: "context-full" };
    if (fit.isCompacted && !isTold) {
      isTold = true;
      await output.emit({ type: "notice", code: "context-compacted" });
    }
    return { ok: true, messages: fit.messages };
  };
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
