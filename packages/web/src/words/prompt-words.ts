/** Settings → Prompts. */
export const PROMPTS = {
  title: "Prompts",
  lede: "Loop’s own words to the model. What you change counts from the next turn, for your account only.",
  notServers: {
    before: "Descriptions of MCP tools come from their servers and cannot be rewritten here. You can read them in ",
    link: "Settings, Tools",
    after: ".",
  },
  changed: "Changed",
  changedCount: (changed: number, all: number) =>
    changed === 0 ? `All ${all} texts are the original` : `${changed} of ${all} texts changed`,
  /** Before the tool's name. */
  describes: "Description of the tool",
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
  /** The tool it describes; null where it describes none. */
  readonly tool: string | null;
}

const OWN: Readonly<Record<string, Omit<PromptWords, "tool">>> = {
  role: { title: "Role", aside: "The first words of every request." },
  tool_usage: { title: "Rules for calling", aside: "In turns that have tools, after their list." },
  persona: { title: "Before a persona", aside: "Above a persona’s name and instructions." },
  memory: { title: "About memory", aside: "In turns with a persona." },
};

const OF_TOOLS: Readonly<Record<string, Omit<PromptWords, "tool">>> = {
  codemode: { title: "Scripts", aside: "Where tools are offered in scripts." },
  list_mcp_tools: { title: "Asking for tools", aside: "Where tools are announced." },
  memory_search: { title: "Reading memory", aside: "In turns with a persona." },
  memory_write: {
    title: "Writing to memory",
    aside: "In turns with a persona. Other words open no memory that is closed.",
  },
};

/** A text by its key; one that this page does not know yet goes by the key itself. */
export function promptWords(key: string): PromptWords {
  const ofTool = OF_TOOLS[key];
  if (ofTool !== undefined) return { ...ofTool, tool: key };
  return { ...(OWN[key] ?? { title: key, aside: "" }), tool: null };
}
