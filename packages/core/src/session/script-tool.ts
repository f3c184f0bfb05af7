import type { AgentTool } from "../agent/tool.js";
import type { CallParts } from "./mcp-call.js";
import { callScript, type ScriptRoom } from "./script-call.js";

export const CODEMODE = "codemode";

const DESCRIPTION = `Runs a JavaScript or TypeScript script that calls the tools of the servers in <mcp_servers>. The script is the body of an async function; await and return work. Only what it emits or returns comes back to you.
searchTools(query | queries[], {namespace?, limit?}) → {total, tools: [{path, summary}]}. Search in English with 2 to 6 keywords: service, verb, object; give a second wording if nothing fits.
describeTool(path) → {description, input, output}: the types of one tool. describeNamespace(namespace) → {total, tools}.
tools.<namespace>.<tool>(input) or callTool(path, input): one call. Its value is the tool's data, already parsed. The person may be asked first.
A failed or refused call throws ToolError {code, path, message}; do not repeat a refused one.
emit(value) returns text, JSON or an image to you; filter before you emit. sleep(ms) and console.log exist; no network, files, imports or timers.
If you know the tool, search, describe and call in one script.`;

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
}

/** The one declared tool through which a model reaches every ready MCP tool (CM-01). */
export function scriptTool({ parts, room, newId }: ScriptToolParts): AgentTool {
  return {
    name: CODEMODE,
    description: DESCRIPTION,
    inputSchema: INPUT_SCHEMA,
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
