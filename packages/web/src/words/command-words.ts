/** What a slash at the beginning of the composer offers. */
export const COMMANDS = {
  title: "Commands",
  new: "Begin a new conversation",
  find: "Find or do",
  run: "Run a tool by hand",
  markdown: "Keep this conversation as Markdown",
  json: "Keep this conversation as JSON",
  stop: "Stop this turn",
  settings: "Open the settings",
  keyboard: "Show the keyboard",
} as const;
