import type { ToolDeclaration } from "../agent/tool.js";
import { type PromptOverrides, promptText } from "../app-tools/prompt-texts.js";
import { LIST_MCP_TOOLS } from "../app-tools/reserved-names.js";
import type { McpToolSnapshot } from "../mcp/tool-source.js";
import { type AnnouncedServer, announcedServers } from "./announce-catalog.js";

/** Groups named in the declaration, a server; the rest are told when the list is asked for. */
const NAMED_GROUPS = 40;

const INPUT_SCHEMA = {
  type: "object",
  properties: {
    server: {
      type: "string",
      description: "One of the servers named above. Without it, names only: nothing is added.",
    },
    group: { type: "string", description: "One of the server's groups. Without it, all of its tools." },
  },
  additionalProperties: false,
} as const;

/** The one declaration that stands for a whole catalog (ANN-01): the same for the same snapshot and wording. */
export function announceDeclaration(snapshot: McpToolSnapshot, prompts: PromptOverrides = {}): ToolDeclaration {
  const rows = announcedServers(snapshot).map(serverRow);
  return {
    name: LIST_MCP_TOOLS,
    description: [promptText("list_mcp_tools", prompts), "Servers:", ...rows].join("\n"),
    inputSchema: INPUT_SCHEMA,
  };
}

/** What the model may name, without a word on what it is. */
export function serverRow({ key, tools, groups }: AnnouncedServer): string {
  const row = `- ${JSON.stringify(key)}: ${counted(tools.length)}`;
  if (groups.length < 2) return row;
  const named = groups.slice(0, NAMED_GROUPS).map((group) => `${JSON.stringify(group.key)} (${group.tools.length})`);
  const more = groups.length - named.length;
  return `${row} in groups ${named.join(", ")}${more > 0 ? `, and ${more} more groups` : ""}`;
}

export function counted(tools: number): string {
  return tools === 1 ? "1 tool" : `${tools} tools`;
}
