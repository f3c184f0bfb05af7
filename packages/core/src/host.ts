export type { AssistantBlock, Message, ProviderData, ToolCall, ToolResult } from "./agent/messages.js";
export type { AgentTool, ToolAnswer, ToolDeclaration } from "./agent/tool.js";
export type { AppTool, AppToolAnswer, AppToolContext, AppToolKind, AppToolName } from "./app-tools/app-tool.js";
export {
  isPromptKey,
  PROMPT_TEXTS,
  type PromptKey,
  type PromptOverrides,
} from "./app-tools/prompt-texts.js";
export { RESERVED_TOOL_NAMES } from "./app-tools/reserved-names.js";
export type { ApprovalHandler, ApprovalOutcome, ApprovalReply } from "./approvals/approval.js";
export { deepFreeze, type FrozenArgs, freezeArgs } from "./approvals/frozen-args.js";
export type { EndedGrant, GrantLifetime } from "./approvals/grants.js";
export {
  type AllowedDefinition,
  type DefinitionKey,
  type DefinitionMemory,
  keyOf as definitionKeyOf,
} from "./approvals/tool-definition.js";
export { endedWith, type ScriptEngine } from "./codemode/script-engine.js";
export { createScriptEngine } from "./codemode/worker-engine.js";
export { FileBusyError, isErrno, removeStaleTempFiles, replaceFile, withFileLock } from "./kit/atomic-file.js";
export { type Clock, systemClock } from "./kit/clock.js";
export { DeadlineError, pause, type WaitLimit, withDeadline } from "./kit/deadline.js";
export { inSlices } from "./kit/in-slices.js";
export { SerialQueue } from "./kit/serial-queue.js";
export type { Catalog, CatalogTool } from "./mcp/catalog.js";
export { McpFailure, toFailure } from "./mcp/failures.js";
export type { Era } from "./mcp/handshake.js";
export type { HttpConnection, HttpReply, HttpRequest, OpenHttpConnection } from "./mcp/http-connection.js";
export { type LabelledServer, labelledNames, slugFor } from "./mcp/labelled-names.js";
export { CatalogLifetime } from "./mcp/lifetime.js";
export { defaultLimits, type McpLimits } from "./mcp/limits.js";
export {
  listRemoteTools,
  openRemoteServer,
  type RemoteAddress,
  type RemoteCall,
  type RemoteContext,
  type RemoteListing,
  type RemoteServer,
} from "./mcp/remote-server.js";
export { SchemaValidator } from "./mcp/schema-validator.js";
export type {
  ArgumentCheck,
  McpCallResult,
  McpPromptServer,
  McpTool,
  McpToolSnapshot,
  ToolSource,
} from "./mcp/tool-source.js";
export { isBlockedPort, readUrl, type UrlReading } from "./mcp/url-rules.js";
export { createAiSdkDriver, type DriverTiming } from "./models/ai-sdk-driver.js";
export { capabilitiesOf, type Wire } from "./models/capabilities.js";
export { type DetectOptions, detectModels, environmentFor } from "./models/detect-local.js";
export { type ListedModel, type ListedModels, listModels } from "./models/list-models.js";
export type { ModelCapabilities, ModelDriver, ModelEvent, ModelRequest } from "./models/model.js";
export {
  connectionIn,
  type Environment,
  PROVIDER_ENDPOINTS,
  type ProviderName,
  withConnection,
} from "./models/provider-endpoints.js";
export { type ModelProblem, type ResolvedModel, resolveModel } from "./models/providers.js";
export { type PresetRules, presetRules } from "./permissions/presets.js";
export { type ProbeOptions, probeSandbox } from "./permissions/probe.js";
export type { SandboxState } from "./permissions/sandbox-state.js";
export type { HostPolicy } from "./policy/host-policy.js";
export { personalPolicy } from "./policy/personal.js";
export { sharedPolicy } from "./policy/shared.js";
export {
  type AccountChange,
  type AccountOutcome,
  type AccountStore,
  type AccountWithHash,
  INSTANCE_ACCOUNT,
  type InviteStore,
  type KnownSignIn,
  type NewAccount,
  type NewSignIn,
  type PasswordChange,
  type SignInRow,
  type SignInStore,
} from "./ports/account-store.js";
export type { Bus, Ring } from "./ports/bus.js";
export type {
  MemoryPlace,
  MemoryRow,
  NewMemory,
  PersonaPatch,
  PersonaRow,
  PersonaStore,
} from "./ports/persona-store.js";
export type {
  AccountServerPatch,
  AccountServerRow,
  AccountServerStore,
  InstanceServerRow,
  ListSummary,
  NewAccountServer,
  ServerChange,
  StoredList,
  StoredTool,
  ToolSummary,
} from "./ports/server-store.js";
export {
  type AnswerOutcome,
  type ApprovalStore,
  type ConversationFork,
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
export { createHostSession } from "./session/agent-session.js";
export type {
  HostSession,
  SessionOptions,
  TurnHost,
  TurnInstructions,
  TurnNotice,
  TurnSetup,
} from "./session/agent-session-types.js";
export { announceDeclaration } from "./session/announce-declaration.js";
export { type CatalogDeclarations, catalogDeclarations } from "./session/declarations.js";
export { repairHistory } from "./session/history.js";
export { SessionError } from "./session/session-error.js";
export { loadTokenCounter, type TokenCounter } from "./session/token-count.js";
export { type BuiltinRoom, type BuiltinRoomOptions, openBuiltinRoom } from "./tools/builtin-room.js";
export { commandEnvironment } from "./tools/command-environment.js";
