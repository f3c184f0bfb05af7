export type { McpServerConfig } from "@loop/contract";
export type { McpPromptServer, McpToolSnapshot } from "./mcp/tool-source.js";
