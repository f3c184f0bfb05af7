import { useEffect } from "react";
import { PersonaPicker } from "../panels/persona-picker.js";
import { useNavigate } from "../parts/navigation.js";
import { useServices, useValue } from "../state/use-services.js";
import { PATHS } from "../words/paths.js";
import { usePersonas } from "./use-personas.js";

interface PersonaChoiceProps {
  /** Null for a conversation that does not exist yet. */
  readonly conversationId: string | null;
  /** Why a choice was not taken; null once one was. */
  readonly onCode: (code: string | null) => void;
}

/** The persona of a conversation; where the account has none there is nothing to choose. */
export function PersonaChoice({ conversationId, onCode }: PersonaChoiceProps) {
  const { conversation, conversationCommands, newConversation } = useServices();
  const navigate = useNavigate();
  const personas = usePersonas().value?.personas ?? null;
  const open = useValue(conversation.store).conversation;
  const next = useValue(newConversation).personaId;
  const wanted = conversationId === null ? next : (open?.personaId ?? null);
  const chosen = personas?.find((one) => one.id === wanted) ?? null;
  const isGone = personas !== null && next !== null && !personas.some((one) => one.id === next);
  // A persona deleted since it was chosen must not stand in the way of a first message.
  useEffect(() => {
    if (isGone) newConversation.setState({ personaId: null });
  }, [isGone, newConversation]);
  if (personas === null || personas.length === 0) return null;
  const choose = async (personaId: string | null) => {
    if (conversationId === null) return newConversation.setState({ personaId });
    onCode(await conversationCommands.change(conversationId, { personaId }));
  };
  return (
    <PersonaPicker
      personas={personas}
      chosen={chosen}
      onChoose={(id) => void choose(id)} // never rejects: a refusal is a code
      onSettings={() => navigate(chosen === null ? PATHS.personas : PATHS.persona(chosen.id))}
    />
  );
}
