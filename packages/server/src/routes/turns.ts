import type { CallTarget, ErrorCode } from "@loop/contract";
import type { ApiHandlers } from "../http/api-handlers.js";
import { failed, ok } from "../result.js";
import type { Services } from "../services.js";
import { currentCursor } from "./cursor.js";

type TurnRoutes = Pick<
  ApiHandlers,
  "startTurn" | "startCall" | "cancelTurn" | "listApprovals" | "answerApproval" | "events" | "conversationEvents"
>;

export function turnRoutes(services: Services): TurnRoutes {
  const { runner, desk, stores, streams } = services;
  return {
    startTurn: async ({ accountId, param, body }) => {
      if (body.spoken !== undefined) return failed("not-in-this-mode");
      return runner.startPrompt({ accountId, conversationId: param("id") }, body.text);
    },
    startCall: async ({ accountId, param, body }) => {
      const problem = await problemWith(services, body.tool);
      if (problem !== null) return failed(problem);
      return runner.startCall({ accountId, conversationId: param("id") }, { tool: body.tool, args: body.arguments });
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

/** A tool that is not ready, or scripts where this host offers none, are refused before anything is stored. */
async function problemWith(services: Services, tool: CallTarget): Promise<ErrorCode | null> {
  if (tool === "codemode") return services.policy.delivery === "codemode" ? null : "not-in-this-mode";
  const made = await services.manager.get();
  const isReady = made
    .tools(services.settings.workspace)
    .some((known) => known.serverId === tool.serverId && known.toolName === tool.toolName);
  return isReady ? null : "tool-unknown";
}
