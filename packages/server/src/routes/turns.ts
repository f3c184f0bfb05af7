import type { CallTarget, ErrorCode } from "@loop/contract";
import type { ApiHandlers } from "../http/api-handlers.js";
import type { ServerMode } from "../modes/server-mode.js";
import { failed, ok } from "../result.js";
import type { Services } from "../services.js";
import { currentCursor } from "./cursor.js";

type TurnRoutes = Pick<
  ApiHandlers,
  | "startTurn"
  | "startCall"
  | "listTools"
  | "cancelTurn"
  | "listApprovals"
  | "answerApproval"
  | "events"
  | "conversationEvents"
>;

export function turnRoutes(services: Services): TurnRoutes {
  const { runner, desk, stores, streams, mode } = services;
  return {
    startTurn: async ({ accountId, param, body }) => {
      const { text, spoken } = body;
      if (spoken !== undefined && mode.policy.spokenTurns === "refused") return failed("not-in-this-mode");
      return runner.startPrompt({ accountId, conversationId: param("id") }, { text, spoken: spoken ?? false });
    },
    startCall: async ({ accountId, param, body }) => {
      const problem = await problemWith(mode, accountId, body.tool);
      if (problem !== null) return failed(problem);
      return runner.startCall({ accountId, conversationId: param("id") }, { tool: body.tool, args: body.arguments });
    },
    listTools: async ({ accountId }) => {
      const cursor = await currentCursor(services, accountId);
      const tools = (await mode.tools(accountId)).map((tool) => ({
        serverId: tool.serverId,
        toolName: tool.toolName,
        modelName: tool.name,
        label: tool.label,
        description: tool.description,
        inputSchema: tool.inputSchema,
      }));
      return ok({ tools, cursor });
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
async function problemWith(mode: ServerMode, accountId: string, tool: CallTarget): Promise<ErrorCode | null> {
  if (tool === "codemode") return (await mode.offersScripts(accountId)) ? null : "not-in-this-mode";
  const tools = await mode.tools(accountId);
  const isReady = tools.some((known) => known.serverId === tool.serverId && known.toolName === tool.toolName);
  return isReady ? null : "tool-unknown";
}
