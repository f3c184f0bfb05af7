import { type ContentBlock, type JsonValue, PERSONA_LIMITS } from "@loop/contract";
import { type AppTool, type AppToolAnswer, type Clock, type PersonaStore, PROMPT_TEXTS } from "@loop/core/host";
import { searchMemory } from "./memory-search.js";
import { storedText } from "./stored-text.js";

export interface MemoryToolParts {
  readonly store: PersonaStore;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly accountId: string;
  readonly personaId: string;
}

const MOST_FOUND = 20;

/** Tools over the memory of one persona of one account; what they touch is fixed when they are made, never an argument. */
export function memoryTools(parts: MemoryToolParts): readonly AppTool[] {
  return [
    {
      name: "memory_search",
      kind: "memory-read",
      description: PROMPT_TEXTS.memory_search,
      inputSchema: {
        type: "object",
        properties: { query: { type: "string", description: "A few words." } },
        additionalProperties: false,
      },
      execute: (args) => search(parts, args),
    },
    {
      name: "memory_write",
      kind: "memory-write",
      description: PROMPT_TEXTS.memory_write,
      inputSchema: {
        type: "object",
        properties: { text: { type: "string", maxLength: PERSONA_LIMITS.memoryText } },
        required: ["text"],
        additionalProperties: false,
      },
      execute: (args) => write(parts, args),
    },
  ];
}

async function search({ store, accountId, personaId }: MemoryToolParts, args: JsonValue): Promise<AppToolAnswer> {
  const query = textIn(args, "query") ?? "";
  const entries = await store.memories(accountId, personaId);
  const found = searchMemory(entries, query);
  // An entry a line and quoted: whatever stands in one cannot look like another.
  const rows = found
    .slice(0, MOST_FOUND)
    .map(({ text, createdAt }) => `${createdAt.slice(0, 10)} ${JSON.stringify(text)}`);
  const count = `${found.length} of ${entries.length} entries${found.length > MOST_FOUND ? `; the first ${MOST_FOUND}` : ""}:`;
  return said(rows.length === 0 ? `Nothing found among ${entries.length} entries.` : [count, ...rows].join("\n"));
}

async function write(parts: MemoryToolParts, args: JsonValue): Promise<AppToolAnswer> {
  const { store, clock, newId, accountId, personaId } = parts;
  const text = storedText(textIn(args, "text") ?? "");
  if (text === "") return { ok: false, code: "arguments-invalid", detail: "text must be a text that is not empty." };
  if (text.length > PERSONA_LIMITS.memoryText) {
    const detail = `text may have ${PERSONA_LIMITS.memoryText} characters, this one has ${text.length}.`;
    return { ok: false, code: "arguments-invalid", detail };
  }
  const entry = { id: newId(), accountId, personaId, text, createdAt: clock.isoNow(), most: PERSONA_LIMITS.memories };
  const outcome = await store.remember(entry);
  if (outcome === "added") return said("Remembered.");
  if (outcome === "known") return said("This was remembered before.");
  return { ok: false, code: outcome === "full" ? "memory-full" : outcome };
}

function textIn(args: JsonValue, key: "query" | "text"): string | null {
  if (typeof args !== "object" || args === null) return null;
  const fields: Readonly<Record<string, unknown>> = { ...args };
  const value = fields[key];
  return typeof value === "string" ? value : null;
}

function said(text: string): AppToolAnswer {
  const content: readonly ContentBlock[] = [{ type: "text", text }];
  return { ok: true, content };
}
