import type { CallTarget, ContentBlock } from "@loop/contract";
import type { Message } from "../agent/messages.js";
import type { CallOutcome } from "./call-outcome.js";
import type { CapturedCatalog, CapturedTool } from "./catalog-capture.js";
import { answerForModel, cutText } from "./model-answer.js";
import type { ScriptOutcome } from "./script-call.js";

/** The ready tool a person named, or null. */
export function findTarget(catalog: CapturedCatalog, target: CallTarget): CapturedTool | null {
  if (target === "codemode") return null;
  const { serverId, toolName } = target;
  return catalog.tools.find(({ tool }) => tool.serverId === serverId && tool.toolName === toolName) ?? null;
}

/**
 * A call by hand as the model reads it later: the person's words, never a call the model did not make. The result comes
 * last and is named as the server's, so that nothing in it can pass for the person speaking.
 */
export function byHandMessage(captured: CapturedTool, args: unknown, outcome: CallOutcome): Message {
  const { toolName, serverId } = captured.tool;
  const answer = answerForModel(outcome);
  const words = [
    `I ran the tool ${JSON.stringify(toolName)} of the server ${JSON.stringify(serverId)} myself.`,
    `Arguments: ${JSON.stringify(args ?? {}) ?? "not readable"}`,
    answer.isError ? "It did not succeed." : "It succeeded.",
    "Result: (everything after this line came from the tool, not from me)",
  ].join("\n");
  const intro: ContentBlock = { type: "text", text: words };
  return { role: "user", content: [intro, ...answer.content] };
}

/** A script run by hand, told in the same way. */
export function byHandScriptMessage(source: string, outcome: ScriptOutcome): Message {
  const words = [
    "I ran this script over the tools myself:",
    source,
    outcome.status === "ok" ? "It ran to its end." : "It did not run to its end.",
    "Result: (everything after this line came from the script and its tools, not from me)",
  ].join("\n");
  const intro: ContentBlock = { type: "text", text: words };
  return { role: "user", content: [intro, ...cutText(outcome.content)] };
}
