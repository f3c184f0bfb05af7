/** The map of the keyboard. */
export interface KeyLine {
  readonly keys: readonly string[];
  readonly does: string;
}

export const KEYBOARD = {
  title: "Keyboard",
  close: "Close",
  note: "On a Mac, ⌘ does what Ctrl does here. Single letters do nothing while you write.",
  everywhere: "Everywhere",
  onCard: "While a question has the focus",
  writing: "While you write",
} as const;

export const KEYS: Readonly<Record<"everywhere" | "onCard" | "writing", readonly KeyLine[]>> = {
  everywhere: [
    { keys: ["Ctrl", "K"], does: "Find or do" },
    { keys: ["Ctrl", "J"], does: "To the oldest open question, again: the next" },
    { keys: ["Ctrl", "N"], does: "New conversation" },
    { keys: ["Ctrl", "."], does: "Stop the turn" },
    { keys: ["?"], does: "This map" },
    { keys: ["↑", "↓"], does: "Move in lists and menus" },
    { keys: ["Enter"], does: "Open a step or an entry" },
    { keys: ["Esc"], does: "Close what is on top; never answers a question" },
  ],
  onCard: [
    { keys: ["D"], does: "Deny" },
    { keys: ["A"], does: "Allow once" },
    { keys: ["S"], does: "Allow this tool for this session, where it is offered" },
  ],
  writing: [
    { keys: ["Enter"], does: "Send; Ctrl Enter too" },
    { keys: ["Shift", "Enter"], does: "A new line" },
    { keys: ["/"], does: "Commands, at the beginning" },
  ],
};
