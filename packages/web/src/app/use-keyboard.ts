import { useEffect } from "react";
import type { Navigate } from "../parts/navigation.js";
import type { Overlay } from "../parts/overlay-context.js";
import type { Services } from "../state/services.js";
import { PATHS } from "../words/paths.js";
import { nextQuestion, type Shortcut, shortcutOf } from "./keyboard-map.js";

export interface KeyboardTargets {
  readonly navigate: Navigate;
  readonly show: (overlay: Overlay) => void;
}

export function useKeyboard(services: Services, { navigate, show }: KeyboardTargets): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event, isWriting(event.target));
      if (shortcut === null || event.repeat || event.isComposing) return;
      event.preventDefault();
      run(shortcut, services, { navigate, show });
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [services, navigate, show]);
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;
}

function run(shortcut: Shortcut, services: Services, { navigate, show }: KeyboardTargets): void {
  switch (shortcut) {
    case "new":
      return navigate(PATHS.home);
    case "palette":
    case "keyboard":
      return show(shortcut);
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
