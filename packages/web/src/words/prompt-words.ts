/** Settings → Prompts. */
export const PROMPTS = {
  title: "Prompts",
  lede: "Loop’s own words to the model, as they are sent. What you change counts from the next turn, for your account only.",
  notServers: {
    before: "Descriptions of MCP tools come from their servers and cannot be rewritten here. You can read them in ",
    link: "Settings, Tools",
    after: ".",
  },
  changed: "Changed",
  changedCount: (changed: number, all: number) =>
    changed === 0 ? `All ${all} texts are the original` : `${changed} of ${all} texts changed`,
  textOf: (title: string) => `${title}, wording`,
  save: "Save",
  saving: "Saving…",
  saved: "Saved.",
  drop: "Drop my changes",
  reset: "Reset to the original",
  resetDone: "This is the original again.",
  bringBack: "Bring my words back",
  broughtBack: "Your words are back in the field and not saved yet.",
  original: "The original",
  missing: "Write something, or reset to the original.",
  tooLong: (most: number) => `At most ${most} characters.`,
} as const;

export interface PromptWords {
  readonly title: string;
  /** When it is sent. */
  readonly aside: string;
}

const OWN: Readonly<Record<string, PromptWords>> = {
  role: { title: "Role", aside: "The first words of every turn." },
  tool_usage: { title: "Rules for calling", aside: "In turns that have tools, after their list." },
  codemode: { title: "Scripts", aside: "Description of the tool codemode, where tools are offered in scripts." },
  list_mcp_tools: {
    title: "Asking for tools",
    aside: "Description of the tool list_mcp_tools, where tools are announced.",
  },
  persona: { title: "Before a persona", aside: "Above a persona’s name and instructions." },
  memory: { title: "About memory", aside: "In turns with a persona." },
  memory_search: { title: "Reading memory", aside: "Description of the tool memory_search." },
  memory_write: {
    title: "Writing to memory",
    aside: "Description of the tool memory_write. Other words here do not open a memory that is closed.",
  },
};

/** A text by its key; one that this page does not know yet goes by the key itself. */
export function promptWords(key: string): PromptWords {
  return OWN[key] ?? { title: key, aside: "" };
}
