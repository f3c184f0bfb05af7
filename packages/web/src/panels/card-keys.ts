import type { ApprovalDecision } from "@loop/contract";

export interface CardKey {
  readonly key: string;
  readonly isRepeat: boolean;
  readonly hasModifier: boolean;
  /** The focus is on the card or in it, and not in a field to write in. */
  readonly isInCard: boolean;
}

export interface CardGate {
  /** How long the card has stood unchanged. */
  readonly stoodMs: number;
  readonly allowSession: boolean;
  /** Every argument is in view: nothing is allowed by a key that was not shown. */
  readonly isAllShown: boolean;
  readonly isSending: boolean;
}

/** A card answers nothing for this long after it appears or changes. */
export const INERT_MS = 400;

/** The answer a single letter gives, if it gives one. Enter is no answer: there is no default button. */
export function decisionForKey(pressed: CardKey, gate: CardGate): ApprovalDecision | null {
  if (pressed.isRepeat || pressed.hasModifier || !pressed.isInCard) return null;
  if (gate.stoodMs < INERT_MS || gate.isSending) return null;
  switch (pressed.key.toLowerCase()) {
    case "d":
      return "denied";
    case "a":
      return gate.isAllShown ? "allowed" : null;
    case "s":
      return gate.isAllShown && gate.allowSession ? "allowed-session" : null;
    default:
      return null;
  }
}
