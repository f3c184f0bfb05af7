import * as z from "zod/mini";
import { ACCOUNT_ROUTES } from "./account-routes.js";
import { ACCOUNT_SERVER_ROUTES } from "./account-server-routes.js";
import { ApprovalAnswer, ApprovalRequest, Grant } from "./approval.js";
import { Conversation } from "./conversation.js";
import { McpServerConfig } from "./mcp-config.js";
import { McpServerView, McpToolView } from "./mcp-view.js";
import { PermissionPreset } from "./permission.js";
import { PERSONA_ROUTES } from "./persona-routes.js";
import { PROVIDER_ROUTES } from "./provider-routes.js";
import type { Route } from "./route.js";
import { Entry } from "./timeline-entries.js";
import { CallTarget } from "./tool-ref.js";
import { TurnEvent } from "./turn-event.js";
import { USAGE_ROUTES } from "./usage-routes.js";

/** Where to go on from in `GET /api/events`; every GET reply carries it. */
const cursor = z.string();
const Servers = z.object({ servers: z.array(McpServerView) });
const ServersWithCursor = z.object({ servers: z.array(McpServerView), cursor });
const OneConversation = z.object({ conversation: Conversation });
const Nothing = z.object({});

export const NewConversation = z.object({
  title: z.optional(z.string().check(z.maxLength(200))),
  permission: z.optional(PermissionPreset),
  workspace: z.optional(z.string()),
  mcp: z.optional(z.boolean()),
  personaId: z.optional(z.nullable(z.string())),
});
export type NewConversation = z.infer<typeof NewConversation>;

export const ConversationPatch = z.object({
  title: z.optional(z.string().check(z.maxLength(200))),
  permission: z.optional(PermissionPreset),
  workspace: z.optional(z.string()),
  /** Null takes the conversation's own choice back (SWT-02). */
  mcp: z.optional(z.nullable(z.boolean())),
  /** Null for a conversation without one. */
  personaId: z.optional(z.nullable(z.string())),
});
export type ConversationPatch = z.infer<typeof ConversationPatch>;

/** `title` is that of the new conversation. */
export const ConversationFork = z.object({
  beforeTurnId: z.string(),
  title: z.optional(z.string().check(z.maxLength(200))),
});

export const NewTurn = z.object({ text: z.string(), spoken: z.optional(z.boolean()) });
export const NewCall = z.object({ tool: CallTarget, arguments: z.record(z.string(), z.unknown()) });

/** One server of a pasted configuration: what the form would hold, or why it cannot be used (CFG-19). */
export const ImportedEntry = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), config: McpServerConfig }),
  z.object({ ok: z.literal(false), name: z.string(), code: z.string() }),
]);
export type ImportedEntry = z.infer<typeof ImportedEntry>;

/** What is found on this computer or in the environment; names only, never a key (first run). */
export const DetectedModel = z.object({
  provider: z.string(),
  /** `provider/model`, ready for `LOOP_MODEL`. */
  reference: z.string(),
  /** "environment" or the loopback address it was found at. */
  source: z.string(),
});
export type DetectedModel = z.infer<typeof DetectedModel>;

export const AppState = z.object({
  mode: z.enum(["personal", "shared"]),
  version: z.string(),
  model: z.nullable(z.object({ reference: z.string(), ready: z.boolean(), code: z.optional(z.string()) })),
  detected: z.array(DetectedModel),
  dataDir: z.nullable(z.string()),
  workspace: z.nullable(z.string()),
  sampleServer: z.boolean(),
  /** How commands are held; null while it is being tried. `reason` is a code. */
  sandbox: z.optional(
    z.nullable(z.object({ state: z.enum(["enforced", "partial", "none"]), reason: z.nullable(z.string()) })),
  ),
  cursor,
});
export type AppState = z.infer<typeof AppState>;

/** One endpoint an entry. Server and web both derive from this table, so that neither can drift. */
export const ROUTES = {
  ...ACCOUNT_ROUTES,
  ...ACCOUNT_SERVER_ROUTES,
  ...PERSONA_ROUTES,
  ...PROVIDER_ROUTES,
  ...USAGE_ROUTES,
  state: { method: "GET", path: "/api/state", mode: "both", reply: AppState },
  detectModels: {
    method: "POST",
    path: "/api/models/detect",
    mode: "personal",
    body: Nothing,
    reply: z.object({ detected: z.array(DetectedModel) }),
  },
  chooseModel: {
    method: "PUT",
    path: "/api/settings/model",
    mode: "personal",
    /** `foundAt`: where a server on this computer was found; the provider as it is set where absent. */
    body: z.object({ reference: z.nullable(z.string()), foundAt: z.optional(z.string()) }),
    reply: AppState,
  },
  listServers: { method: "GET", path: "/api/settings/mcp", mode: "personal", reply: ServersWithCursor },
  createServer: { method: "POST", path: "/api/settings/mcp", mode: "personal", body: McpServerConfig, reply: Servers },
  replaceServer: {
    method: "PUT",
    path: "/api/settings/mcp/:id",
    mode: "personal",
    body: McpServerConfig,
    reply: Servers,
  },
  enableServer: {
    method: "PATCH",
    path: "/api/settings/mcp/:id/enabled",
    mode: "personal",
    body: z.object({ enabled: z.boolean() }),
    reply: Servers,
  },
  retryServer: { method: "POST", path: "/api/settings/mcp/:id/retry", mode: "personal", reply: Servers },
  deleteServer: { method: "DELETE", path: "/api/settings/mcp/:id", mode: "personal", reply: Servers },
  addSampleServer: { method: "POST", path: "/api/mcp/sample", mode: "personal", reply: Servers },
  /** Reads what another host keeps; nothing is stored, and the values go back to who sent them (CFG-19). */
  importServers: {
    method: "POST",
    path: "/api/mcp/import-preview",
    mode: "personal",
    body: z.object({ text: z.string() }),
    reply: z.object({ entries: z.array(ImportedEntry) }),
  },
  listTools: {
    method: "GET",
    path: "/api/mcp/tools",
    mode: "both",
    reply: z.object({ tools: z.array(McpToolView), cursor }),
  },
  createConversation: {
    method: "POST",
    path: "/api/conversations",
    mode: "both",
    body: NewConversation,
    reply: OneConversation,
  },
  listConversations: {
    method: "GET",
    path: "/api/conversations",
    mode: "both",
    reply: z.object({ conversations: z.array(Conversation), cursor }),
  },
  readConversation: {
    method: "GET",
    path: "/api/conversations/:id",
    mode: "both",
    reply: z.object({ conversation: Conversation, timeline: z.array(Entry), lastSeq: z.number(), cursor }),
  },
  updateConversation: {
    method: "PATCH",
    path: "/api/conversations/:id",
    mode: "both",
    body: ConversationPatch,
    reply: OneConversation,
  },
  deleteConversation: { method: "DELETE", path: "/api/conversations/:id", mode: "both", reply: Nothing },
  /** A new conversation with what happened before a turn; the turn itself stays where it is. */
  forkConversation: {
    method: "POST",
    path: "/api/conversations/:id/fork",
    mode: "both",
    body: ConversationFork,
    reply: OneConversation,
  },
  startTurn: {
    method: "POST",
    path: "/api/conversations/:id/turns",
    mode: "both",
    status: 202,
    body: NewTurn,
    reply: z.object({ turnId: z.string() }),
  },
  startCall: {
    method: "POST",
    path: "/api/conversations/:id/calls",
    mode: "both",
    status: 202,
    body: NewCall,
    reply: z.object({ turnId: z.string(), callId: z.string() }),
  },
  cancelTurn: { method: "POST", path: "/api/turns/:id/cancel", mode: "both", reply: Nothing },
  listGrants: {
    method: "GET",
    path: "/api/conversations/:id/grants",
    mode: "personal",
    reply: z.object({ grants: z.array(Grant), cursor }),
  },
  revokeGrant: { method: "DELETE", path: "/api/conversations/:id/grants/:grantId", mode: "personal", reply: Nothing },
  listApprovals: {
    method: "GET",
    path: "/api/approvals",
    mode: "both",
    reply: z.object({ approvals: z.array(ApprovalRequest), cursor }),
  },
  answerApproval: {
    method: "POST",
    path: "/api/approvals/:id",
    mode: "both",
    body: ApprovalAnswer,
    reply: z.object({ decision: z.string() }),
  },
  events: { method: "GET", path: "/api/events", mode: "both", stream: true, reply: TurnEvent },
  conversationEvents: {
    method: "GET",
    path: "/api/conversations/:id/events",
    mode: "both",
    stream: true,
    reply: TurnEvent,
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES;
export type RouteBody<Name extends RouteName> = (typeof ROUTES)[Name] extends { body: infer Body extends z.ZodMiniType }
  ? z.input<Body>
  : undefined;
export type RouteReply<Name extends RouteName> = (typeof ROUTES)[Name] extends {
  reply: infer Reply extends z.ZodMiniType;
}
  ? z.output<Reply>
  : undefined;
