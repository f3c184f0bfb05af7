import { PERSONA_LIMITS } from "@loop/contract";
import { PERSONAS } from "../words/persona-words.js";
import { PROMPTS } from "../words/prompt-words.js";

export interface PersonaForm {
  readonly name: string;
  readonly instructions: string;
}

export type PersonaProblems = Readonly<Partial<Record<keyof PersonaForm, string>>>;

/** What would be refused, said before it is sent. */
export function personaProblems({ name, instructions }: PersonaForm): PersonaProblems {
  const nameProblem = textProblem(name, PERSONA_LIMITS.name);
  const isLong = instructions.length > PERSONA_LIMITS.instructions;
  return {
    ...(nameProblem === null ? {} : { name: nameProblem }),
    ...(isLong ? { instructions: PERSONAS.tooLong(PERSONA_LIMITS.instructions) } : {}),
  };
}

/** Why an entry cannot be kept; null where it can. */
export function memoryProblem(text: string): string | null {
  return textProblem(text, PERSONA_LIMITS.memoryText);
}

/** Why a text of the app cannot be saved; null where it can. */
export function promptProblem(text: string): string | null {
  if (text.trim() === "") return PROMPTS.missing;
  return textProblem(text, PERSONA_LIMITS.promptText);
}

/** What stands around a text is not kept, so it is not counted. */
function textProblem(text: string, most: number): string | null {
  const { length } = text.trim();
  if (length === 0) return PERSONAS.missing;
  return length > most ? PERSONAS.tooLong(most) : null;
}
