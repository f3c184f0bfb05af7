import * as z from "zod/mini";

/** Whose part a model plays in a conversation. */
export const Persona = z.object({
  id: z.string(),
  name: z.string(),
  instructions: z.string(),
  createdAt: z.string(),
});
export type Persona = z.infer<typeof Persona>;

/** One thing a persona remembers; the person may read, change and delete it. */
export const MemoryEntry = z.object({ id: z.string(), text: z.string(), createdAt: z.string() });
export type MemoryEntry = z.infer<typeof MemoryEntry>;

/** The app's own words to the model, as the account has them (NAM-02). */
export const PromptText = z.object({
  key: z.string(),
  text: z.string(),
  /** What a reset brings back. */
  original: z.string(),
  changed: z.boolean(),
});
export type PromptText = z.infer<typeof PromptText>;

/** Bounds of what a person may write, in characters, and of how much there may be. */
export const PERSONA_LIMITS = {
  personas: 50,
  name: 80,
  instructions: 8_000,
  memories: 500,
  memoryText: 1_000,
  promptText: 8_000,
} as const;
