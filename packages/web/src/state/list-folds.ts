import type { ApprovalRequest, Conversation, McpServerView, TurnEvent } from "@loop/contract";

/** Keeps the configured order: a server changes in place, a new one comes last. */
export function foldServers(servers: readonly McpServerView[], event: TurnEvent): readonly McpServerView[] {
  if (event.type !== "server-status") return servers;
  const { server, serverId } = event;
  if (server === null) return servers.filter((view) => view.config.id !== serverId);
  if (!servers.some((view) => view.config.id === serverId)) return [...servers, server];
  return servers.map((view) => (view.config.id === serverId ? server : view));
}

/** Newest first. */
export function foldConversations(list: readonly Conversation[], event: TurnEvent): readonly Conversation[] {
  switch (event.type) {
    case "conversation":
      return withConversation(list, event.conversationId, event.conversation);
    case "turn-start":
      return patchConversation(list, event.conversationId, { runningTurnId: event.turnId });
    case "turn-end":
      return list.map((one) =>
        one.id === event.conversationId && one.runningTurnId === event.turnId ? { ...one, runningTurnId: null } : one,
      );
    default:
      return list;
  }
}

export function newestFirst(list: readonly Conversation[]): readonly Conversation[] {
  return [...list].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
}

function withConversation(list: readonly Conversation[], id: string, conversation: Conversation | null) {
  const others = list.filter((one) => one.id !== id);
  return conversation === null ? others : newestFirst([conversation, ...others]);
}

function patchConversation(list: readonly Conversation[], id: string | undefined, patch: Partial<Conversation>) {
  return list.some((one) => one.id === id) ? list.map((one) => (one.id === id ? { ...one, ...patch } : one)) : list;
}

/** The open questions, oldest first. */
export function foldApprovals(open: readonly ApprovalRequest[], event: TurnEvent): readonly ApprovalRequest[] {
  switch (event.type) {
    case "approval-request":
      return [...open.filter((one) => one.id !== event.request.id), event.request];
    case "approval-result":
      return open.some((one) => one.id === event.requestId) ? open.filter((one) => one.id !== event.requestId) : open;
    case "turn-end":
      return open.some((one) => one.turnId === event.turnId) ? open.filter((one) => one.turnId !== event.turnId) : open;
    default:
      return open;
  }
}
