import { stat } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { type Conversation, DEFAULT_PERMISSION } from "@loop/contract";
import type { ConversationRow } from "@loop/core/host";
import type { ApiHandlers } from "../http/api-handlers.js";
import { failed, ok, type Result } from "../result.js";
import type { Services } from "../services.js";
import type { Settings } from "../settings.js";
import { readTimeline } from "../turns/timelines.js";
import { plainTitle } from "../turns/title.js";
import { currentCursor } from "./cursor.js";

type ConversationRoutes = Pick<
  ApiHandlers,
  | "createConversation"
  | "listConversations"
  | "readConversation"
  | "updateConversation"
  | "deleteConversation"
  | "forkConversation"
  | "listGrants"
  | "revokeGrant"
>;

export function conversationRoutes(services: Services): ConversationRoutes {
  return { ...listRoutes(services), ...changeRoutes(services), ...forkRoute(services), ...grantRoutes(services) };
}

function listRoutes(services: Services): Pick<ConversationRoutes, "listConversations" | "readConversation"> {
  const { conversations, events } = services.stores;
  return {
    listConversations: async ({ accountId }) => {
      const cursor = await currentCursor(services, accountId);
      const rows = await conversations.list(accountId);
      return ok({ conversations: rows.map(asConversation), cursor });
    },
    readConversation: async ({ accountId, param }) => {
      const cursor = await currentCursor(services, accountId);
      const row = await conversations.get(accountId, param("id"));
      if (row === null) return failed("conversation-unknown");
      const { entries, lastSeq } = await readTimeline(events, accountId, row.id);
      return ok({ conversation: asConversation(row), timeline: [...entries], lastSeq, cursor });
    },
  };
}

function changeRoutes(
  services: Services,
): Pick<ConversationRoutes, "createConversation" | "updateConversation" | "deleteConversation"> {
  const { stores, settings, mode, clock, newId, sessions, runner } = services;
  return {
    createConversation: async ({ accountId, body }) => {
      const fields = await acceptedFields({ accountId, body }, services);
      if (!fields.ok) return fields;
      const { title = "", permission = DEFAULT_PERMISSION, mcp = null, personaId = null } = fields.value;
      const workspace = mode.policy.hostTools ? (fields.value.workspace ?? settings.workspace) : null;
      const createdAt = clock.isoNow();
      const row = { id: newId(), accountId, title, permission, workspace, mcp, personaId, createdAt };
      return ok({ conversation: asConversation(await stores.conversations.create(row)) });
    },
    updateConversation: async ({ accountId, param, body }) => {
      const fields = await acceptedFields({ accountId, body }, services);
      if (!fields.ok) return fields;
      const before = await stores.conversations.get(accountId, param("id"));
      if (before === null) return failed("conversation-unknown");
      const { workspace = before.workspace } = fields.value;
      const moves = workspace !== before.workspace;
      if (moves && before.runningTurnId !== null) return failed("turn-running");
      const row = await stores.conversations.update(accountId, before.id, fields.value);
      if (row === null) return failed("conversation-unknown");
      // A session works in one folder; in another one it begins anew, without the grants of this one.
      if (moves) await sessions.dispose(row.id);
      (await sessions.find(row.id))?.setPermission(row.permission);
      return ok({ conversation: asConversation(row) });
    },
    deleteConversation: async ({ accountId, param }) => {
      const row = await stores.conversations.get(accountId, param("id"));
      if (row === null) return failed("conversation-unknown");
      await runner.stopConversation(row.id);
      await stores.conversations.remove(accountId, row.id);
      return ok({});
    },
  };
}

function forkRoute({ stores, clock, newId }: Services): Pick<ConversationRoutes, "forkConversation"> {
  return {
    forkConversation: async ({ accountId, param, body }) => {
      const from = await stores.conversations.get(accountId, param("id"));
      if (from === null) return failed("conversation-unknown");
      const row = {
        id: newId(),
        accountId,
        title: plainTitle(body.title ?? from.title),
        permission: permissionOfFork(from.permission),
        workspace: from.workspace,
        mcp: from.mcp ?? null,
        personaId: from.personaId ?? null,
        createdAt: clock.isoNow(),
      };
      const forked = await stores.conversations.fork({ row, from: from.id, beforeTurnId: body.beforeTurnId, newId });
      return forked === null ? failed("turn-unknown") : ok({ conversation: asConversation(forked) });
    },
  };
}

/** Full access was chosen for one session; a new one asks again. */
function permissionOfFork(permission: Conversation["permission"]): Conversation["permission"] {
  return permission === "full-access" ? DEFAULT_PERMISSION : permission;
}

function grantRoutes(services: Services): Pick<ConversationRoutes, "listGrants" | "revokeGrant"> {
  const { stores, sessions } = services;
  return {
    listGrants: async ({ accountId, param }) => {
      const cursor = await currentCursor(services, accountId);
      const row = await stores.conversations.get(accountId, param("id"));
      if (row === null) return failed("conversation-unknown");
      const session = await sessions.find(row.id);
      return ok({ grants: [...(session?.grants() ?? [])], cursor });
    },
    revokeGrant: async ({ accountId, param }) => {
      const row = await stores.conversations.get(accountId, param("id"));
      if (row === null) return failed("conversation-unknown");
      const session = await sessions.find(row.id);
      return session?.revokeGrant(param("grantId")) === true ? ok({}) : failed("grant-unknown");
    },
  };
}

interface Fields {
  readonly title?: string;
  readonly permission?: Conversation["permission"];
  readonly workspace?: string;
  readonly mcp?: boolean | null;
  readonly personaId?: string | null;
}

interface SentFields {
  readonly title?: string | undefined;
  readonly permission?: Conversation["permission"] | undefined;
  readonly workspace?: string | undefined;
  readonly mcp?: boolean | null | undefined;
  readonly personaId?: string | null | undefined;
}

/** A switch for MCP tools, personas, presets and workspaces exist only where the policy has them; a workspace is a folder that exists and is not Loop's own data. */
async function acceptedFields(
  { accountId, body }: { readonly accountId: string; readonly body: SentFields },
  { mode: { policy }, settings, stores }: Services,
): Promise<Result<Fields>> {
  const { title, permission, workspace, mcp, personaId } = body;
  if (mcp !== undefined && policy.conversationDefault === "on") return failed("not-in-this-mode");
  if (permission !== undefined && policy.consent.kind === "every-call") return failed("not-in-this-mode");
  if (workspace !== undefined && !policy.hostTools) return failed("not-in-this-mode");
  if (workspace !== undefined && !(await isWorkspace(workspace, settings))) return failed("workspace-invalid");
  if (personaId !== undefined && !policy.personas) return failed("not-in-this-mode");
  const isStrange = typeof personaId === "string" && (await stores.personas.get(accountId, personaId)) === null;
  if (isStrange) return failed("persona-unknown");
  return ok({
    ...(title === undefined ? {} : { title: plainTitle(title) }),
    ...(permission === undefined ? {} : { permission }),
    ...(workspace === undefined ? {} : { workspace: resolve(workspace) }),
    ...(mcp === undefined ? {} : { mcp }),
    ...(personaId === undefined ? {} : { personaId }),
  });
}

async function isWorkspace(path: string, settings: Settings): Promise<boolean> {
  if (!isAbsolute(path) || path.includes("\0")) return false;
  const folder = resolve(path);
  const isLoopsOwn = isWithin(folder, settings.dataDir) && !isWithin(folder, resolve(settings.dataDir, "workspace"));
  if (isLoopsOwn) return false;
  try {
    return (await stat(folder)).isDirectory();
  } catch {
    return false;
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || !(way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way));
}

function asConversation(row: ConversationRow): Conversation {
  const { accountId: _accountId, ...conversation } = row;
  return conversation;
}
