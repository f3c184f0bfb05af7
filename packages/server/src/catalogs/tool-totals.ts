import type { ToolTotals } from "@loop/contract";
import {
  type AccountServerRow,
  catalogDeclarations,
  type McpPromptServer,
  type McpTool,
  type McpToolSnapshot,
  type TokenCounter,
} from "@loop/core/host";
import { groupOf } from "./groups.js";
import { capTools, switchedOnTools } from "./tool-cap.js";
import { toolNames } from "./tool-naming.js";

/**
 * What the stored catalogs come to, in tools and in tokens of one request, for each exposure (CAP-01, ANN-02). `rows` are
 * all of the account's servers, `reaching` those whose tools reach a turn. Definitions were counted when they were taken.
 */
export function toolTotals(
  rows: readonly AccountServerRow[],
  {
    reaching,
    cap,
    counter,
  }: { readonly reaching: ReadonlySet<string>; readonly cap: number; readonly counter: TokenCounter },
): ToolTotals {
  const on = rows.filter(({ id }) => reaching.has(id));
  const { ready, offered } = capTools(on.map(switchedOnTools), cap);
  const names = namesOnly(rows, on);
  return {
    ready,
    offered: offered.length,
    tokens: {
      direct: offered.reduce((sum, { tokens }) => sum + tokens, 0),
      announce: tokensOf(names, "announce", counter),
      codemode: tokensOf(names, "codemode", counter),
    },
  };
}

function tokensOf(snapshot: McpToolSnapshot, delivery: "announce" | "codemode", counter: TokenCounter): number {
  const { tools, system } = catalogDeclarations(snapshot, delivery);
  if (tools.length === 0) return 0;
  return counter.tools(tools) + counter.text(system);
}

/** These exposures declare names, never a definition. */
function namesOnly(rows: readonly AccountServerRow[], on: readonly AccountServerRow[]): McpToolSnapshot {
  const names = toolNames(rows);
  const servers = on.map((row) => ({ row, tools: switchedOnTools(row).map(({ name }) => nameOnly(row, name, names)) }));
  const filled = servers.filter(({ tools }) => tools.length > 0);
  return {
    tools: filled.flatMap(({ tools }) => tools),
    servers: filled.map(({ row, tools }) => promptServer(row, tools)),
  };
}

function nameOnly(row: AccountServerRow, toolName: string, names: ReturnType<typeof toolNames>): McpTool {
  const name = names.get(row.id)?.get(toolName) ?? toolName;
  const group = groupOf(toolName, row.summary.groups);
  const place = { serverId: row.id, serverName: row.label, group };
  return { name, toolName, label: toolName, description: "", inputSchema: true, ...place };
}

export function promptServer(row: AccountServerRow, tools: readonly McpTool[]): McpPromptServer {
  const { opening } = row.summary;
  return {
    id: row.id,
    name: row.label,
    handle: row.slug,
    ...(opening === null ? {} : { instructions: opening }),
    toolNames: tools.map(({ name }) => name),
  };
}
