import * as z from "zod/mini";
import { MemoryEntry, PERSONA_LIMITS, Persona, PromptText } from "./persona.js";
import type { Route } from "./route.js";

const cursor = z.string();
const Nothing = z.object({});
const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(PERSONA_LIMITS.name));
const Instructions = z.string().check(z.maxLength(PERSONA_LIMITS.instructions));
const MemoryText = z.string().check(z.trim(), z.minLength(1), z.maxLength(PERSONA_LIMITS.memoryText));
const OnePersona = z.object({ persona: Persona });
const OneMemory = z.object({ memory: MemoryEntry });
/** Null brings the app's own words back. */
const OwnWords = z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(PERSONA_LIMITS.promptText)));

/** Personas of an account, what they remember, and the app's own words to the model. */
export const PERSONA_ROUTES = {
  listPersonas: {
    method: "GET",
    path: "/api/personas",
    mode: "shared",
    reply: z.object({ personas: z.array(Persona), cursor }),
  },
  createPersona: {
    method: "POST",
    path: "/api/personas",
    mode: "shared",
    body: z.strictObject({ name: Name, instructions: z.optional(Instructions) }),
    reply: OnePersona,
  },
  updatePersona: {
    method: "PATCH",
    path: "/api/personas/:id",
    mode: "shared",
    body: z.strictObject({ name: z.optional(Name), instructions: z.optional(Instructions) }),
    reply: OnePersona,
  },
  /** With all it remembers. */
  deletePersona: { method: "DELETE", path: "/api/personas/:id", mode: "shared", reply: Nothing },
  listMemories: {
    method: "GET",
    path: "/api/personas/:id/memories",
    mode: "shared",
    reply: z.object({ memories: z.array(MemoryEntry), cursor }),
  },
  addMemory: {
    method: "POST",
    path: "/api/personas/:id/memories",
    mode: "shared",
    body: z.strictObject({ text: MemoryText }),
    reply: OneMemory,
  },
  changeMemory: {
    method: "PATCH",
    path: "/api/personas/:id/memories/:memoryId",
    mode: "shared",
    body: z.strictObject({ text: MemoryText }),
    reply: OneMemory,
  },
  deleteMemory: { method: "DELETE", path: "/api/personas/:id/memories/:memoryId", mode: "shared", reply: Nothing },
  promptSettings: {
    method: "GET",
    path: "/api/settings/prompts",
    mode: "shared",
    reply: z.object({ prompts: z.array(PromptText), cursor }),
  },
  /** A key that does not exist changes nothing at all. */
  changePrompts: {
    method: "PATCH",
    path: "/api/settings/prompts",
    mode: "shared",
    body: z.strictObject({ prompts: z.record(z.string(), OwnWords) }),
    reply: z.object({ prompts: z.array(PromptText) }),
  },
} as const satisfies Record<string, Route>;
