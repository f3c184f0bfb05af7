export type { AssistantBlock, Message, ProviderData, ToolCall, ToolResult } from "./agent/messages.js";
export type { AgentTool, ToolAnswer, ToolDeclaration } from "./agent/tool.js";
export type { ApprovalHandler, ApprovalOutcome, ApprovalReply } from "./approvals/approval.js";
export type { Clock } from "./kit/clock.js";
export { CatalogLifetime } from "./mcp/lifetime.js";
export type {
  ArgumentCheck,
  McpCallResult,
  McpPromptServer,
  McpTool,
  McpToolSnapshot,
  ToolSource,
} from "./mcp/tool-source.js";
export type { ModelCapabilities, ModelDriver, ModelEvent, ModelRequest } from "./models/model.js";
export type { HostPolicy } from "./policy/host-policy.js";
export type { Bus, Ring } from "./ports/bus.js";
export {
  type AnswerOutcome,
  type ApprovalStore,
  type ConversationPatch,
  type ConversationRow,
  type ConversationStore,
  type EventStore,
  LeaseLostError,
  type NewTurn,
  type SettingStore,
  type StoredAnswer,
  type StoredEvent,
  type Stores,
  type TurnLease,
  type TurnStore,
} from "./ports/turn-store.js";
export type { HostSession, SessionOptions, TurnHost } from "./session/agent-session-types.js";
