import type { ErrorText } from "./error-text.js";

/** Personas and what they remember. */
export const PERSONA_CODES = {
  "persona-unknown": {
    status: 404,
    sentence: "There is no such persona.",
    nextStep: "Look at the list of personas again.",
  },
  "personas-full": {
    status: 409,
    sentence: "There are as many personas as an account may have.",
    nextStep: "Delete one that is not needed.",
  },
  "memory-unknown": {
    status: 404,
    sentence: "There is no such entry in this memory.",
    nextStep: "Look at the memory again.",
  },
  "memory-full": {
    status: 409,
    sentence: "This memory is full.",
    nextStep: "Delete entries that are not needed any more.",
  },
  "memory-known": {
    status: 409,
    sentence: "This is in the memory already.",
    nextStep: "Nothing to do.",
  },
  "prompt-unknown": {
    status: 400,
    sentence: "There is no text of the app with this name, so nothing was changed.",
    nextStep: "Use one of the names in the list.",
  },
} as const satisfies Record<string, ErrorText>;
