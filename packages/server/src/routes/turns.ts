import type { ApiHandlers } from "../http/api-handlers.js";
import { failed, ok } from "../result.js";
import type { Services } from "../services.js";
import { currentCursor } from "./cursor.js";

type TurnRoutes = Pick<
  ApiHandlers,
  "startTurn" | "startCall" | "cancelTurn" | "listApprovals" | "answerApproval" | "events" | "conversationEvents"
>;

export function turnRoutes(services: Services): TurnRoutes {
  const { runner, desk, stores, streams, manager } = services;
  return {
    startTurn: async ({ accountId, param, body }) => {
      if (body.spoken !== undefined) return failed("not-in-this-mode");
      return runner.startPrompt({ accountId, conversationId: param("id") }, body.text);
    },
    startCall: async ({ accountId, param, body }) => {
      const { tool } = body;
      if (tool === "codemode") return failed("not-in-this-mode");
      const isReady = (await manager.get())
        .tools(services.settings.workspace)
        .some((known) => known.serverId === tool.serverId && known.toolName === tool.toolName);
      if (!isReady) return failed("tool-unknown");
      return runner.startCall({ accountId, conversationId: param("id") }, { tool, args: body.arguments });
    },
    cancelTurn: ({ accountId, param }) => runner.cancel(accountId, param("id")),
    listApprovals: async ({ accountId }) => {
      const cursor = await currentCursor(services, accountId);
      return ok({ approvals: [...(await stores.approvals.pending(accountId))], cursor });
    },
    answerApproval: ({ accountId, param, body }) => desk.answer(accountId, param("id"), body),
    events: (request) => streams.account(request),
    conversationEvents: async (request) => {
      const row = await stores.conversations.get(request.accountId, request.param("id"));
      return row === null ? failed("conversation-unknown") : streams.conversation(request, row.id);
    },
  };
}
