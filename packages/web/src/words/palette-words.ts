/** The command palette. */
export const PALETTE = {
  title: "Find or do",
  open: "Find or do (Ctrl K)",
  placeholder: "A conversation, a tool, or something to do",
  results: "Found",
  groups: {
    asks: "Waits for you",
    tools: "Run a tool by hand",
    conversations: "Conversations",
    do: "Do",
  },
  nothing: "Nothing here has these words.",
  count: (count: number) => (count === 1 ? "1 found" : `${count} found`),
  move: "move",
  choose: "open",
  answers: "Answers are given on the card, never from here.",
  page: (word: string) => `Settings: ${word}`,
  keyboard: "Show the keyboard",
} as const;
