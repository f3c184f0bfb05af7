export {
  type ApprovalRequest,
  type CallTarget,
  type ErrorCode,
  errorText,
  type Grant,
  type McpServerConfig,
  type McpServerView,
  type PermissionPreset,
  type SessionEvent,
} from "@loop/contract";
export type { Message } from "./agent/messages.js";
export type { ApprovalHandler, ApprovalReply } from "./approvals/approval.js";
export { type ImportedServer, importServers } from "./mcp/import-config.js";
export { type McpChange, McpManager, type McpManagerOptions } from "./mcp/manager.js";
export { McpManagerError } from "./mcp/manager-error.js";
export type { McpPromptServer, McpTool, McpToolSnapshot, ToolSource } from "./mcp/tool-source.js";
export { type DetectOptions, detectModels, environmentFor } from "./models/detect-local.js";
export type { ModelDriver, ModelEvent, ModelRequest } from "./models/model.js";
export type { Environment } from "./models/provider-endpoints.js";
export { type ResolvedModel, resolveModel } from "./models/providers.js";
export { type ProbeOptions, probeSandbox } from "./permissions/probe.js";
export type { SandboxState } from "./permissions/sandbox-state.js";
export type { BuiltinToolsOptions } from "./session/builtin-options.js";
export {
  type AgentSession,
  type AgentSessionOptions,
  createAgentSession,
  type SessionModel,
  type TurnOptions,
} from "./session/create-agent-session.js";
export { SessionError } from "./session/session-error.js";
