import { useEffect } from "react";
import type { Navigate } from "../parts/navigation.js";
import type { Services } from "../state/services.js";
import { PATHS } from "../words/paths.js";
import { nextQuestion, type Shortcut, shortcutOf } from "./keyboard-map.js";

export function useKeyboard(services: Services, navigate: Navigate): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      if (shortcut === null || event.repeat) return;
      event.preventDefault();
      run(shortcut, services, navigate);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [services, navigate]);
}

function run(shortcut: Shortcut, services: Services, navigate: Navigate): void {
  switch (shortcut) {
    case "new":
      return navigate(PATHS.home);
    case "stop": {
      const { runningTurnId } = services.conversation.store.getState().timeline;
      if (runningTurnId !== null) void services.conversationCommands.stop(runningTurnId); // never rejects
      return;
    }
    case "next-question": {
      const question = nextQuestion(services.approvals.store.getState().items, focusedQuestion());
      if (question === null) return;
      services.focusQuestion.setState({ requestId: question.id });
      return navigate(PATHS.conversation(question.conversationId));
    }
  }
}

function focusedQuestion(): string | null {
  const card = document.activeElement?.closest<HTMLElement>("[data-question]");
  return card?.dataset.question ?? null;
}
