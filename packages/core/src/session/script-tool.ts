import type { AgentTool, ToolDeclaration } from "../agent/tool.js";
import { type PromptOverrides, promptText } from "../app-tools/prompt-texts.js";
import { CODEMODE } from "../app-tools/reserved-names.js";
import type { CallParts } from "./mcp-call.js";
import { callScript, type ScriptRoom } from "./script-call.js";

const INPUT_SCHEMA = {
  type: "object",
  properties: { script: { type: "string", description: "The script's source." } },
  required: ["script"],
  additionalProperties: false,
} as const;

export interface ScriptToolParts {
  readonly parts: Omit<CallParts, "signal">;
  readonly room: ScriptRoom;
  readonly newId: () => string;
  readonly prompts?: PromptOverrides;
}

export function scriptDeclaration(prompts: PromptOverrides = {}): ToolDeclaration {
  return { name: CODEMODE, description: promptText("codemode", prompts), inputSchema: INPUT_SCHEMA };
}

/** The one declared tool through which a model reaches every ready MCP tool (CM-01). */
export function scriptTool({ parts, room, newId, prompts }: ScriptToolParts): AgentTool {
  return {
    ...scriptDeclaration(prompts),
    async execute(call, signal) {
      const source = scriptOf(call.args);
      if (source === null) return { isError: true, content: [{ type: "text", text: "script must be a text." }] };
      const outcome = await callScript({ ...parts, signal }, room, { callId: newId(), source, byHand: false });
      return { isError: outcome.status !== "ok", content: outcome.content };
    },
  };
}

/** The script in a call's arguments, or null where there is none. */
export function scriptOf(args: unknown): string | null {
  if (typeof args !== "object" || args === null || !("script" in args)) return null;
  return typeof args.script === "string" ? args.script : null;
}
