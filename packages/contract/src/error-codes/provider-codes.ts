import type { ErrorText } from "./error-text.js";

/** Providers of models as they are kept in the app. */
export const PROVIDER_CODES = {
  "providers-file-malformed": {
    status: 500,
    sentence: "The file providers.json cannot be read and was left as it is.",
    nextStep: "Repair or remove the file in the data directory, then try again.",
  },
  "provider-unknown": {
    status: 404,
    sentence: "There is no model provider with this name.",
    nextStep: "Use openai, openai-compatible, anthropic, google or ollama.",
  },
  "provider-key-invalid": {
    status: 400,
    sentence: "That cannot be a key: it is empty, or holds a space, a line break or another character no key has.",
    nextStep: "Copy the key again, without anything around it.",
  },
  "provider-key-unused": {
    status: 400,
    sentence: "This provider takes no key.",
    nextStep: "Save without one.",
  },
  "provider-key-reentry": {
    status: 400,
    sentence: "The address changed, and the saved key belongs to the old one. Nothing was changed.",
    nextStep: "Enter the key again, remove it, or undo the change of the address.",
  },
  "models-not-listed": {
    status: 502,
    sentence: "There is no list of models at this address.",
    nextStep: "Check the address, or write the model's name yourself.",
  },
  "model-test-cancelled": {
    status: 409,
    sentence: "The test was stopped.",
    nextStep: "Test again when you like.",
  },
} as const satisfies Record<string, ErrorText>;
