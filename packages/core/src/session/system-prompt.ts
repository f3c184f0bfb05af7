import { type PromptOverrides, promptText } from "../app-tools/prompt-texts.js";
import { LIST_MCP_TOOLS } from "../app-tools/reserved-names.js";
import type { McpPromptServer } from "../mcp/tool-source.js";
import type { TurnInstructions } from "./agent-session-types.js";
import { escapePromptLines, escapePromptText, summaryOf } from "./prompt-text.js";

export interface SystemPromptParts {
  /** Names of the tools declared in the first request, in its order. */
  readonly toolNames: readonly string[];
  /** Ready services whose tools are not declared (PRM-01). */
  readonly undeclaredServers: readonly McpPromptServer[];
  /** Where Loop's own tools work; null where there are none. */
  readonly workspace?: string | null;
  readonly instructions?: TurnInstructions | null;
  /** The turn has tools over a memory. */
  readonly hasMemory?: boolean;
  /** Tools join the request when they are asked for. */
  readonly isAnnounced?: boolean;
  readonly prompts?: PromptOverrides;
}

const JOINING = `Tools that you asked for with ${LIST_MCP_TOOLS} join those you can call, by the names it gave.`;

/** Short, and the same for the same tools: providers cache it. Schemas and descriptions are in the request's tools (PRM-02). */
export function buildSystemPrompt(parts: SystemPromptParts): string {
  const { toolNames, undeclaredServers, workspace = null, instructions = null, prompts = {} } = parts;
  const sections = [promptText("role", prompts)];
  if (instructions !== null) sections.push(...personaSections(instructions, prompts));
  if (parts.hasMemory === true) sections.push(section("memory", [escapePromptLines(promptText("memory", prompts))]));
  if (workspace !== null) sections.push(section("workspace", [escapePromptText(workspace)]));
  if (undeclaredServers.length > 0) sections.push(serverSection(undeclaredServers));
  if (toolNames.length > 0) {
    const usage = [promptText("tool_usage", prompts), ...(parts.isAnnounced === true ? [JOINING] : [])];
    sections.push(section("tools", toolNames.map(escapePromptText)), section("tool_usage", usage));
  }
  return sections.join("\n\n");
}

export function serverSection(servers: readonly McpPromptServer[]): string {
  return section("mcp_servers", servers.map(serverRow));
}

function personaSections({ name, text }: TurnInstructions, prompts: PromptOverrides): readonly string[] {
  const words = [promptText("persona", prompts), `Name: ${name}`, text].filter((each) => each.trim() !== "");
  return [section("persona", words.map(escapePromptLines))];
}

function section(name: string, lines: readonly string[]): string {
  return [`<${name}>`, ...lines, `</${name}>`].join("\n");
}

function serverRow(server: McpPromptServer): string {
  const summary = summaryOf(server.instructions);
  const words = summary === null ? "" : `: ${escapePromptText(summary)}`;
  return `- id="${escapePromptText(server.handle ?? server.id)}" name="${escapePromptText(server.name)}" access="codemode"${words}`;
}
