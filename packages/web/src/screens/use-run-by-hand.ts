import type { McpToolView } from "@loop/contract";
import { useState } from "react";
import type { Arguments } from "../panels/arguments-json.js";
import { useNavigate } from "../parts/navigation.js";
import { useServices } from "../state/use-services.js";
import { PATHS } from "../words/paths.js";
import { RUN } from "../words/run-words.js";

/** Starts a call by hand in a conversation, a new one where none is given, and goes there. */
export function useRunByHand(conversationId: string | null) {
  const { api } = useServices();
  const navigate = useNavigate();
  const [isStarting, setStarting] = useState(false);
  const [code, setCode] = useState<string | null>(null);
  const start = async (tool: McpToolView, args: Arguments): Promise<string | null> => {
    const target = conversationId ?? (await newConversation(tool));
    if (typeof target !== "string") return target.code;
    const result = await api.call("startCall", {
      params: { id: target },
      body: { tool: { serverId: tool.serverId, toolName: tool.toolName }, arguments: { ...args } },
    });
    if (!result.ok) return result.code;
    navigate(PATHS.conversation(target));
    return null;
  };
  const newConversation = async (tool: McpToolView) => {
    const made = await api.call("createConversation", { body: { title: RUN.byHandTitle(tool.toolName) } });
    return made.ok ? made.value.conversation.id : made;
  };
  const run = async (tool: McpToolView, args: Arguments) => {
    setStarting(true);
    setCode(await start(tool, args));
    setStarting(false);
  };
  return { isStarting, code, onRun: (tool: McpToolView, args: Arguments) => void run(tool, args) };
}
