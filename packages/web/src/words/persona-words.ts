import { PERSONA_LIMITS } from "@loop/contract";

/** Settings → Personas. */
export const PERSONAS = {
  title: "Personas",
  lede: "A persona gives the model a part to play, and remembers between conversations. A conversation has one only where you choose it, below its message field.",
  count: (count: number) => `${count} of ${PERSONA_LIMITS.personas} personas`,
  empty: "No personas yet. Every conversation goes on without one.",
  add: "New persona",
  full: "There are as many personas as an account may have. Delete one that is not needed.",
  noInstructions: "No instructions.",
  addTitle: "New persona",
  who: "Who it is",
  whoAside: "Sent with every request of its conversations.",
  name: "Name",
  nameExample: "Ada, who keeps the books",
  instructions: "Instructions",
  instructionsHint: "How it works and talks. They allow no call.",
  missing: "Fill this in.",
  tooLong: (most: number) => `At most ${most} characters.`,
  create: "Make the persona",
  creating: "Making it…",
  save: "Save",
  saving: "Saving…",
  saved: "Saved. It counts from the next turn.",
  cancel: "Cancel",
  backToList: "Back to the list",
  remove: "Delete",
  removeTitle: "Delete this persona",
  removeAside: "Nothing of it can be brought back.",
  removeLabel: (name: string) => `Delete ${name}`,
  removeQuestion: (name: string) => `Delete ${name}?`,
  removeSays: (memories: number) => `${memoriesText(memories)} Its conversations stay, and go on without a persona.`,
  removeYes: "Delete",
  keep: "Keep",
} as const;

function memoriesText(count: number): string {
  if (count === 0) return "It remembers nothing yet.";
  return count === 1 ? "The one thing it remembers goes too." : `The ${count} things it remembers go too.`;
}

export const MEMORY = {
  title: "What it remembers",
  aside: "Its own notes and yours, in every conversation it is chosen for.",
  closed:
    "Once an MCP server has answered in a turn, the persona cannot write here until the next turn you start: what a server says comes from outside, and one write would make it last.",
  empty: "Nothing yet.",
  count: (count: number) => `${count} of ${PERSONA_LIMITS.memories} entries`,
  find: "Find an entry",
  found: (shown: number, all: number) => `${shown} of ${all}`,
  none: "No entry has these words.",
  add: "Add an entry",
  addYes: "Add",
  adding: "Adding…",
  addHint: "One fact an entry is found best.",
  full: "This memory is full. Delete entries that are not needed any more.",
  edit: "Edit this entry",
  text: "Entry",
  save: "Save",
  cancel: "Cancel",
  remove: "Delete this entry",
  removeQuestion: "Delete this entry?",
  removeSays: "The persona does not know it any more.",
  removeYes: "Delete",
  keep: "Keep",
} as const;

/** The choice below the message field. */
export const PERSONA_CHOICE = {
  none: "No persona",
  noneSays: "The model as it is, without a memory.",
  chosen: (name: string) => `Persona: ${name}`,
  settings: "Personas and what they remember",
  settingsSays: "In Settings, Personas.",
  note: "Counts from the next turn, in this conversation only.",
} as const;
