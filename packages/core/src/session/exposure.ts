import type { AgentTool, ToolAnswer } from "../agent/tool.js";
import { RESERVED_TOOL_NAMES } from "../app-tools/reserved-names.js";
import type { McpPromptServer, ToolSource } from "../mcp/tool-source.js";
import type { ModelDriver } from "../models/model.js";
import { announceTool } from "./announce-tool.js";
import { Announcer } from "./announcer.js";
import type { CapturedCatalog, CapturedTool } from "./catalog-capture.js";
import { tellLeftOut } from "./left-out.js";
import type { CallParts } from "./mcp-call.js";
import { agentToolsFor } from "./mcp-integration.js";
import { scriptTool } from "./script-tool.js";
import { limitTools, type ToolLimits } from "./tool-limit.js";
import type { TurnParts } from "./turn-parts.js";

/** How the tools of servers reach a model in one turn. */
export interface Exposure {
  /** What the coming request declares of them. A turn's declarations never change but by announce, which only adds at the end. */
  declared(): readonly AgentTool[];
  /** Tools whose calls a reader is shown even where the model could not make them. */
  readonly known: readonly CapturedTool[];
  /** Services that the system prompt introduces, since their tools are not declared (PRM-01). */
  readonly promptServers: readonly McpPromptServer[];
  /** Whether tools join the declarations when they are asked for. */
  readonly isAnnounced: boolean;
  /** The answer to a call of a tool that has not been asked for; null for every other. */
  askFirst(name: string): ToolAnswer | null;
}

const NOTHING: Exposure = {
  declared: () => [],
  known: [],
  promptServers: [],
  isAnnounced: false,
  askFirst: () => null,
};

/** `own` are the app's tools, which are declared in front of all others. */
export async function exposureFor(parts: TurnParts, model: ModelDriver, own: readonly AgentTool[]): Promise<Exposure> {
  const { toolSource: source, policy } = parts.options;
  if (source === null || parts.catalog.tools.length === 0) return NOTHING;
  if (parts.scripts !== null) return byScript(parts, source, parts.scripts);
  const tools = await withOwnNames(parts, own);
  if (tools.length === 0) return NOTHING;
  const catalog = { ...parts.catalog, tools };
  const isAnnounced = policy.delivery === "announce";
  const { maxTools } = model.capabilities;
  const taken = own.length + (isAnnounced ? 1 : 0);
  const limits = { model: maxTools === null ? null : maxTools - taken, account: policy.toolCap };
  return isAnnounced ? announced(parts, { source, catalog, limits }) : direct(parts, { source, catalog, limits });
}

interface Offer {
  readonly source: ToolSource;
  readonly catalog: CapturedCatalog;
  readonly limits: ToolLimits;
}

function byScript(parts: TurnParts, source: ToolSource, room: NonNullable<TurnParts["scripts"]>): Exposure {
  const { newId, prompts = {} } = parts.options;
  const tools = [scriptTool({ parts: callPartsOf(parts, source), room, newId, prompts })];
  return { ...NOTHING, declared: () => tools, promptServers: parts.catalog.servers };
}

async function direct(parts: TurnParts, { source, catalog, limits }: Offer): Promise<Exposure> {
  const choice = limitTools(catalog.tools, limits);
  await tellLeftOut(parts.output, choice);
  const known = choice.offered;
  const tools = agentToolsFor(known, { parts: callPartsOf(parts, source), newId: parts.options.newId });
  return { ...NOTHING, declared: () => tools, known };
}

function announced(parts: TurnParts, { source, catalog, limits }: Offer): Exposure {
  const { newId, prompts = {} } = parts.options;
  const announcer = new Announcer(catalog, limits);
  const lister = announceTool({ announcer, catalog, prompts, output: parts.output, newId });
  const tools = agentToolsFor(catalog.tools, { parts: callPartsOf(parts, source), newId });
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return {
    ...NOTHING,
    declared: () => [lister, ...announcer.opened.flatMap(({ tool }) => byName.get(tool.name) ?? [])],
    known: catalog.tools,
    isAnnounced: true,
    askFirst: (called) => {
      const text = announcer.askFirst(called);
      return text === null ? null : { isError: true, content: [{ type: "text", text }] };
    },
  };
}

function callPartsOf({ options, gate, output, memory }: TurnParts, source: ToolSource): Omit<CallParts, "signal"> {
  return { source, gate, output, memory, clock: options.clock };
}

/** A source may name its tools as it likes, but none may pass for the app's own (NAM-01). */
async function withOwnNames(
  { catalog, output }: TurnParts,
  own: readonly AgentTool[],
): Promise<readonly CapturedTool[]> {
  const names = new Set([...RESERVED_TOOL_NAMES, ...own.map(({ name }) => name)]);
  for (const { tool } of catalog.tools.filter(({ tool }) => names.has(tool.name))) {
    const params = { serverId: tool.serverId, toolName: tool.toolName };
    await output.emit({ type: "notice", code: "tool-name-reserved", params });
  }
  return catalog.tools.filter(({ tool }) => !names.has(tool.name));
}
