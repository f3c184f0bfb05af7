export {
  Account,
  AccountName,
  AccountRole,
  AccountStatus,
  InstanceSettings,
  Invite,
  Password,
  Registration,
  SignInOptions,
  SignInView,
} from "./account.js";
export {
  AccountServerTool,
  AccountServerView,
  Delivery,
  InstanceServerView,
  ToolGroup,
  ToolSettings,
  ToolTotals,
} from "./account-server.js";
export {
  ApprovalAnswer,
  ApprovalDecision,
  ApprovalRequest,
  ApprovalResult,
  ApprovalSource,
  DefinitionChange,
  DenialReason,
  Grant,
} from "./approval.js";
export { ContentBlock, ImageBlock, TextBlock } from "./content.js";
export { Conversation } from "./conversation.js";
export type { ErrorText } from "./error-codes/error-text.js";
export {
  type AccountErrorCode,
  type CallErrorCode,
  type ConfigErrorCode,
  ERROR_CODES,
  type ErrorBody,
  type ErrorCode,
  errorBody,
  errorText,
  isErrorCode,
  type McpErrorCode,
  type SandboxErrorCode,
  type StartErrorCode,
  type TurnErrorCode,
  type WorkspaceErrorCode,
} from "./error-codes.js";
export {
  type AccountId,
  type ApprovalId,
  type CallId,
  type ConversationId,
  type GrantId,
  OpaqueId,
  SERVER_ID_PATTERN,
  ServerId,
  type TurnId,
} from "./ids.js";
export type { JsonObject, JsonSchema, JsonValue } from "./json.js";
export { HttpTransport, KeyValue, McpConfigFile, McpServerConfig, StdioTransport, Transport } from "./mcp-config.js";
export { McpServerView, McpStatus, McpToolView } from "./mcp-view.js";
export { DEFAULT_PERMISSION, PermissionPreset } from "./permission.js";
export { MemoryEntry, PERSONA_LIMITS, Persona, PromptText } from "./persona.js";
export {
  ChosenModel,
  ListedModel,
  ModelAbilities,
  ModelTestOutcome,
  ProviderId,
  ProviderView,
  ValueSource,
} from "./provider.js";
export type { Route, RouteMode } from "./route.js";
export {
  AppState,
  ConversationPatch,
  DetectedModel,
  ImportedEntry,
  NewCall,
  NewConversation,
  NewTurn,
  ROUTES,
  type RouteBody,
  type RouteName,
  type RouteReply,
} from "./routes.js";
export { emptyTimeline, foldEvent, foldEvents, type Timeline } from "./timeline.js";
export { AssistantEntry, Entry, NoticeEntry, StepEntry, UserEntry } from "./timeline-entries.js";
export { AskedTool, BuiltinToolRef, CallTarget, McpToolRef, ToolRef } from "./tool-ref.js";
export {
  ApprovalRequestEvent,
  ApprovalResultEvent,
  CallEnd,
  CallStart,
  ConversationEvent,
  NestedCall,
  Notice,
  ReasoningDelta,
  ServerStatusEvent,
  SessionEvent,
  StepStatus,
  TextDelta,
  TokenUsage,
  TurnEnd,
  TurnEndReason,
  TurnEvent,
  TurnOrigin,
  TurnStart,
} from "./turn-event.js";
export { unreachable } from "./unreachable.js";
export { ModelPrice, PriceList, UsageRow } from "./usage.js";
