import { APP_TOOL_NAMES } from "./app-tool.js";

/** The tool through which scripts reach servers. */
export const CODEMODE = "codemode";
/** The tool that lists what servers hold (ANN-01). */
export const LIST_MCP_TOOLS = "list_mcp_tools";

/** Names of the app's own; none of them begins as an MCP tool's name does, so that neither can pass for the other (NAM-01). */
export const RESERVED_TOOL_NAMES: ReadonlySet<string> = new Set([CODEMODE, LIST_MCP_TOOLS, ...APP_TOOL_NAMES]);
