import type { ToolCall } from "../agent/messages.js";
import type { AgentTool, ToolAnswer } from "../agent/tool.js";
import type { PromptOverrides } from "../app-tools/prompt-texts.js";
import { LIST_MCP_TOOLS } from "../app-tools/reserved-names.js";
import { freezeArgs } from "../approvals/frozen-args.js";
import { announceDeclaration } from "./announce-declaration.js";
import type { Announcer } from "./announcer.js";
import type { CapturedCatalog } from "./catalog-capture.js";
import { tellLeftOut } from "./left-out.js";
import { cutText } from "./model-answer.js";
import type { TurnOutput } from "./turn-output.js";

export interface AnnounceParts {
  readonly announcer: Announcer;
  readonly catalog: CapturedCatalog;
  readonly prompts: PromptOverrides;
  readonly output: TurnOutput;
  readonly newId: () => string;
}

/** The one declared tool of an announced catalog. Asking is a step for the reader, sends nothing, and is put to nobody. */
export function announceTool(parts: AnnounceParts): AgentTool {
  const { catalog, prompts } = parts;
  const snapshot = { tools: catalog.tools.map(({ tool }) => tool), servers: catalog.servers };
  return {
    ...announceDeclaration(snapshot, prompts),
    execute: (call) => list(parts, call),
  };
}

async function list({ announcer, output, newId }: AnnounceParts, call: ToolCall): Promise<ToolAnswer> {
  const callId = newId();
  const frozen = freezeArgs(call.args);
  const shown = frozen.ok ? { args: frozen.args } : {};
  await output.emit({ type: "call-start", callId, tool: { builtin: LIST_MCP_TOOLS }, ...shown });
  const asked = announcer.ask(wishOf(call.args));
  const content = cutText([{ type: "text", text: asked.text }]);
  const end = asked.ok ? ({ status: "ok" } as const) : ({ status: "failed", code: "arguments-invalid" } as const);
  await output.emit({ type: "call-end", callId, ...end, result: [...content], durationMs: 0 });
  if (asked.ok && asked.newlyLeftOut > 0) await tellLeftOut(output, announcer.counts);
  return { isError: !asked.ok, content };
}

/** Anything but a text counts as absent: then everything is listed and nothing added. */
function wishOf(args: unknown): { readonly server?: string; readonly group?: string } {
  if (typeof args !== "object" || args === null) return {};
  const server = "server" in args && typeof args.server === "string" ? { server: args.server } : {};
  const group = "group" in args && typeof args.group === "string" ? { group: args.group } : {};
  return { ...server, ...group };
}
