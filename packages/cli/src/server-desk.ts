import { errorText, type McpServerView } from "@loop/contract";
import { sentenceAndStep } from "./call-words.js";
import { errorCodeOf } from "./error-code.js";
import { columns, renderServers, serverProblem } from "./render-servers.js";
import { shortened, visibleLine } from "./visible-text.js";
import { isOnTheWay } from "./wait-for-servers.js";

export interface DeskTool {
  readonly serverId: string;
  readonly toolName: string;
  readonly description: string;
}

/** What the desk asks of the servers behind it. */
export interface DeskSource {
  list(): Promise<readonly McpServerView[]>;
  tools(): readonly DeskTool[];
  retry(serverId: string): Promise<unknown>;
}

const NO_FILE =
  "No servers are loaded: Loop reads a server file here only when it is named. Start with --mcp FILE to use one.";

const RETRY = (serverId: string) => `use /retry ${serverId}`;

/** Answers a person's questions about the servers of this session, in lines. */
export interface ServerDesk {
  serverLines(): Promise<readonly string[]>;
  toolLines(): Promise<readonly string[]>;
  retryLines(serverId: string): Promise<readonly string[]>;
  /** Why a call by hand to this server cannot be made; null when it can. */
  whyNotReady(serverId: string): Promise<string | null>;
  /** The same for a script. */
  whyNoScript(): Promise<string | null>;
  /** Ids of the servers and names of the ready tools, for completion. */
  names(): Promise<DeskNames>;
}

export interface DeskNames {
  readonly servers: readonly string[];
  readonly tools: readonly Pick<DeskTool, "serverId" | "toolName">[];
}

const NO_SCRIPTS = "Scripts are off in this session. Start without --delivery direct and LOOP_DELIVERY to use them.";

export interface DeskOptions {
  /** Whether the session runs scripts. */
  readonly hasScripts: boolean;
}

export function openServerDesk(source: DeskSource | null, { hasScripts }: DeskOptions): ServerDesk {
  if (source === null) {
    return {
      serverLines: () => Promise.resolve([NO_FILE]),
      toolLines: () => Promise.resolve([NO_FILE]),
      retryLines: () => Promise.resolve([NO_FILE]),
      whyNotReady: () => Promise.resolve(NO_FILE),
      whyNoScript: () => Promise.resolve(NO_FILE),
      names: () => Promise.resolve({ servers: [], tools: [] }),
    };
  }
  return {
    serverLines: async () => renderServers(await source.list(), RETRY),
    toolLines: async () => toolLines(source.tools(), await source.list()),
    retryLines: (serverId) => retryLines(source, serverId),
    whyNotReady: async (serverId) => whyNotReady(serverId, await source.list()),
    whyNoScript: async () => (hasScripts ? whyNothingToCall(source) : NO_SCRIPTS),
    names: async () => ({ servers: (await source.list()).map(({ config }) => config.id), tools: source.tools() }),
  };
}

/** A script without tools has nothing to do, and a session offers none. */
async function whyNothingToCall(source: DeskSource): Promise<string | null> {
  if (source.tools().length > 0) return null;
  return toolLines([], await source.list()).join(" ");
}

async function retryLines(source: DeskSource, serverId: string): Promise<readonly string[]> {
  try {
    await source.retry(serverId);
    return ["Connecting again in the background; /servers shows how it goes."];
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === null) throw error;
    return [sentenceAndStep(code)];
  }
}

const MAX_DESCRIPTION = 80;

function toolLines(tools: readonly DeskTool[], servers: readonly McpServerView[]): readonly string[] {
  const onTheWay = servers.filter(isOnTheWay).map((server) => visibleLine(server.config.id));
  const waiting = onTheWay.length === 0 ? [] : [`Still connecting: ${onTheWay.join(", ")}.`];
  if (tools.length === 0) return ["No tools are ready.", ...waiting];
  const rows = tools.map(({ serverId, ...tool }) => [visibleLine(serverId), ...toolCells(tool)]);
  return [...columns([["SERVER", ...TOOL_HEAD], ...rows]), ...waiting];
}

const TOOL_HEAD = ["TOOL", "THE SERVER'S OWN WORDS"] as const;

type NamedTool = Pick<DeskTool, "toolName" | "description">;

/** A table of one server's tools. */
export function toolRows(tools: readonly NamedTool[]): readonly string[] {
  return tools.length === 0 ? [] : columns([TOOL_HEAD, ...tools.map(toolCells)]);
}

function toolCells({ toolName, description }: NamedTool): readonly string[] {
  return [visibleLine(toolName), shortened(visibleLine(description.trim().split("\n")[0] ?? ""), MAX_DESCRIPTION)];
}

function whyNotReady(serverId: string, servers: readonly McpServerView[]): string | null {
  const server = servers.find(({ config }) => config.id === serverId);
  if (server === undefined) return `${errorText("server-unknown").sentence} /servers shows them.`;
  if (server.status === "error") return serverProblem(serverId, server.code, RETRY);
  if (server.status === "disabled") return sentenceAndStep("server-disabled");
  return isOnTheWay(server) ? "This server is still connecting. Try again in a moment." : null;
}
