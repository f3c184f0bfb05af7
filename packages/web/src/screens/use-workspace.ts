import { useState } from "react";
import { useServices, useValue } from "../state/use-services.js";

interface WorkspaceChoice {
  readonly workspace: string | null;
  /** Chosen for a conversation that does not exist yet; null for the usual folder. */
  readonly chosen: string | null;
  /** Resolves to null, or to the code of a refusal. */
  readonly choose: (path: string) => Promise<string | null>;
}

/** The folder of a conversation; for a new one it is kept here, and looked at when the conversation is made. */
export function useWorkspace(id: string | null): WorkspaceChoice {
  const { appState, conversation, conversationCommands } = useServices();
  const open = useValue(conversation.store).conversation;
  const usual = useValue(appState.store).value?.workspace ?? null;
  const [chosen, setChosen] = useState<string | null>(null);
  const choose = async (path: string) => {
    if (id !== null) return conversationCommands.change(id, { workspace: path });
    setChosen(path);
    return null;
  };
  const workspace = id === null ? (chosen ?? usual) : (open?.workspace ?? null);
  return { workspace, chosen, choose };
}
