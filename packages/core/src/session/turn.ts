import type { CallTarget } from "@loop/contract";
import { Agent, type AgentEnd, type AgentHooks, type AgentOptions } from "../agent/agent.js";
import type { Message } from "../agent/messages.js";
import type { AgentTool } from "../agent/tool.js";
import type { ModelDriver } from "../models/model.js";
import { appAgentTools } from "./app-tool-call.js";
import { builtinAgentTools } from "./builtin-call.js";
import { byHandMessage, byHandScriptMessage, findTarget } from "./by-hand.js";
import { fitContext } from "./context-budget.js";
import { type Exposure, exposureFor } from "./exposure.js";
import { historyFor, providerOf } from "./history.js";
import { type CallParts, callMcpTool } from "./mcp-call.js";
import { showUnusableCall } from "./mcp-integration.js";
import { callScript } from "./script-call.js";
import { scriptOf } from "./script-tool.js";
import { buildSystemPrompt } from "./system-prompt.js";
import type { TurnParts } from "./turn-parts.js";

/** How a turn ends; the session emits it. */
export type TurnOutcome = Pick<AgentEnd, "reason" | "code" | "usage">;

export async function runPromptTurn(parts: TurnParts, text: string): Promise<TurnOutcome> {
  const { output, model, signal } = parts;
  await output.emit({ type: "turn-start", origin: { kind: "prompt", text } });
  await output.save([{ role: "user", content: [{ type: "text", text }] }]);
  await tellEndedGrants(parts);
  for (const notice of parts.notices) await output.emit({ type: "notice", ...notice });
  if (model === null) return { reason: "failed", code: "no-model", usage: null };
  const agent = await agentFor(parts, model);
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
  const callParts = { source, gate: parts.gate, output, memory: parts.memory, clock: parts.options.clock, signal };
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

async function agentFor(parts: TurnParts, model: ModelDriver): Promise<Agent> {
  const { options, catalog } = parts;
  const { newId, policy, instructions = null, prompts = {}, appTools = [] } = options;
  const own = ownTools(parts);
  const exposure = await exposureFor(parts, model, own);
  const declared = () => [...own, ...exposure.declared()];
  const rounds = catalog.tools.length > 0 ? policy.rounds.withMcp : policy.rounds.plain;
  const system = buildSystemPrompt({
    toolNames: declared().map((tool) => tool.name),
    undeclaredServers: exposure.promptServers,
    workspace: options.builtins?.root ?? null,
    instructions,
    hasMemory: appTools.some(({ kind }) => kind !== "web-read"),
    isAnnounced: exposure.isAnnounced,
    prompts,
  });
  return new Agent({
    model,
    system,
    fit: fitterFor(parts, model, system),
    tools: declared,
    maxRounds: options.maxRounds ?? rounds,
    hooks: hooksFor(parts, exposure),
    newId,
  });
}

/** Loop's tools over the host, then the app's own. */
function ownTools({ options, gate, output, memory, preset }: TurnParts): readonly AgentTool[] {
  const { builtins, clock, newId, appTools = [], prompts = {} } = options;
  return [
    ...(builtins ? builtinAgentTools({ room: builtins, gate, output, clock, newId, preset }) : []),
    ...appAgentTools(appTools, { output, clock, newId, memory, prompts }),
  ];
}

/** A person is told once a turn that something was left out for the model. */
function fitterFor({ output }: TurnParts, model: ModelDriver, system: string): NonNullable<AgentOptions["fit"]> {
  const { contextTokens } = model.capabilities;
  let isTold = false;
  return async (messages, tools) => {
    const fit = await fitContext({ system, tools, messages, contextTokens });
    if (fit.kind === "full") return { ok: false, code: "context-full" };
    if (fit.isCompacted && !isTold) {
      isTold = true;
      await output.emit({ type: "notice", code: "context-compacted" });
    }
    return { ok: true, messages: fit.messages };
  };
}

function hooksFor(parts: TurnParts, { known, askFirst }: Exposure): AgentHooks {
  const { output, options } = parts;
  return {
    text: (text) => output.emit({ type: "text-delta", text }),
    reasoning: (text) => output.emit({ type: "reasoning-delta", text }),
    messages: (messages) => output.save(messages),
    unusableCall: async (call, code) => {
      const answer = code === "tool-unknown" ? askFirst(call.name) : null;
      const shown = answer === null ? code : "tool-not-asked-for";
      await showUnusableCall(output, known, { call, code: shown, callId: options.newId() });
      return answer;
    },
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
