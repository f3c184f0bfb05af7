import { useMemo } from "react";
import type { YouActions } from "../panels/you-entry.js";
import { useNavigate } from "../parts/navigation.js";
import { useServices } from "../state/use-services.js";
import { CHAT } from "../words/chat-words.js";
import { PATHS } from "../words/paths.js";

/** What can be done with the person's own words. */
export function useYouActions(): YouActions {
  const { conversation: open, conversationCommands } = useServices();
  const navigate = useNavigate();
  return useMemo(
    () => ({
      sendAgain: async (text) => {
        const { id } = open.store.getState();
        if (id === null) return null;
        const started = await conversationCommands.send(text, {
          id,
          preset: null,
          workspace: null,
          mcp: null,
          personaId: null,
        });
        return started.ok ? null : started.code;
      },
      resend: async (turnId, text) => {
        const { conversation, timeline } = open.store.getState();
        if (conversation === null) return null;
        const hasEarlier = timeline.entries[0]?.turnId !== turnId;
        const title = hasEarlier ? CHAT.editedTitle(conversation.title) : "";
        const started = await conversationCommands.resend({ id: conversation.id, beforeTurnId: turnId, title, text });
        if (!started.ok) return started.code;
        navigate(PATHS.conversation(started.conversationId));
        return null;
      },
    }),
    [open, conversationCommands, navigate],
  );
}
