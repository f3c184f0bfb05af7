import type { ApprovalRequest } from "@loop/contract";

export type Shortcut = "new" | "next-question" | "stop" | "palette" | "keyboard";

export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const KEYS: Readonly<Record<string, Shortcut>> = { n: "new", j: "next-question", k: "palette", ".": "stop" };

/** Ctrl or ⌘ with one key, or "?" where nothing is being written; nothing here ever answers a question. */
export function shortcutOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed, isWriting: boolean): Shortcut | null {
  if (altKey) return null;
  if (!(ctrlKey || metaKey)) return key === "?" && !isWriting ? "keyboard" : null;
  return shiftKey ? null : (KEYS[key.toLowerCase()] ?? null);
}

/** The oldest open question; asked again from a question, the next one. */
export function nextQuestion(open: readonly ApprovalRequest[], focusedId: string | null): ApprovalRequest | null {
  const at = open.findIndex((one) => one.id === focusedId);
  return open[(at + 1) % Math.max(open.length, 1)] ?? null;
}
