import type { CallTarget, McpToolView } from "@loop/contract";
import { useState } from "react";
import type { Arguments } from "../panels/arguments-json.js";
import { useNavigate } from "../parts/navigation.js";
import { useCapabilities, useServices } from "../state/use-services.js";
import { PATHS } from "../words/paths.js";
import { RUN } from "../words/run-words.js";

/** Starts a call by hand in a conversation, a new one where none is given, and goes there. */
export function useRunByHand(conversationId: string | null) {
  const { api } = useServices();
  const { hasMcpSwitch } = useCapabilities();
  const navigate = useNavigate();
  const [isStarting, setStarting] = useState(false);
  const [code, setCode] = useState<string | null>(null);
  const begin = async ({ title, tool, args }: CallByHand): Promise<string | null> => {
    const target = conversationId ?? (await newConversation(title));
    if (typeof target !== "string") return target.code;
    const result = await api.call("startCall", { params: { id: target }, body: { tool, arguments: { ...args } } });
    if (!result.ok) return result.code;
    navigate(PATHS.conversation(target));
    return null;
  };
  const newConversation = async (title: string) => {
    // A conversation made for a call has its tools on: whoever calls one by hand wants them.
    const made = await api.call("createConversation", { body: { title, ...(hasMcpSwitch ? { mcp: true } : {}) } });
    return made.ok ? made.value.conversation.id : made;
  };
  const run = async (call: CallByHand) => {
    setStarting(true);
    setCode(await begin(call));
    setStarting(false);
  };
  return { isStarting, code, onRun: (call: CallByHand) => void run(call) }; // never rejects: a refusal is a code
}

export interface CallByHand {
  /** Of the conversation, if a new one is made for it. */
  readonly title: string;
  readonly tool: CallTarget;
  readonly args: Arguments;
}

/** One tool with its arguments. */
export function toolCall({ serverId, toolName }: McpToolView, args: Arguments): CallByHand {
  return { title: RUN.byHandTitle(toolName), tool: { serverId, toolName }, args };
}
