import type { ErrorText } from "./error-text.js";

/** How a turn ended other than well. */
export const TURN_CODES = {
  "turn-stopped": {
    status: 409,
    sentence: "The turn was stopped.",
    nextStep: "Send another message to go on.",
  },
  "turn-failed": {
    status: 500,
    sentence: "The turn could not be finished.",
    nextStep: "Send the message again.",
  },
  "turn-interrupted": {
    status: 409,
    sentence: "Loop stopped while this turn was running. No call is repeated.",
    nextStep: "Send another message to go on.",
  },
  "turn-rounds": {
    status: 409,
    sentence: "The turn reached its limit of rounds.",
    nextStep: "Send another message to let it go on.",
  },
  "turn-running": {
    status: 409,
    sentence: "A turn is already running in this conversation. Your text was kept.",
    nextStep: "Wait for it or stop it, then send again.",
  },
  "turn-unknown": {
    status: 404,
    sentence: "There is no such turn.",
    nextStep: "Look at the conversation again.",
  },
  "no-model": {
    status: 409,
    sentence: "No model is connected. Your text was kept.",
    nextStep: "Choose a model in Settings, or set LOOP_MODEL, then send again.",
  },
  "model-unknown": {
    status: 400,
    sentence: "There is no model provider with this name.",
    nextStep: "Use openai, openai-compatible, anthropic, google or ollama, then a slash and the model's name.",
  },
  "model-key-missing": {
    status: 409,
    sentence: "The key for this model's provider is not set.",
    nextStep: "Enter the key in Settings, Models, or set the provider's key variable and start Loop again.",
  },
  "model-setting-missing": {
    status: 409,
    sentence: "This model's provider needs an address.",
    nextStep: "Enter the address in Settings, Models, or set OPENAI_BASE_URL and start Loop again.",
  },
  "model-key-rejected": {
    status: 502,
    sentence: "The model's provider did not accept the key.",
    nextStep: "Check the key and what it may be used for, then send again.",
  },
  "model-not-found": {
    status: 502,
    sentence: "The model's provider does not know this model.",
    nextStep: "Check the model's name, then send again.",
  },
  "model-unreachable": {
    status: 502,
    sentence: "The model could not be reached.",
    nextStep: "Check the address and the network, then send again.",
  },
  "model-rate-limited": {
    status: 502,
    sentence: "The model's provider asks to wait.",
    nextStep: "Wait a minute, then send again.",
  },
  "model-refused": {
    status: 502,
    sentence: "The model's provider refused the request.",
    nextStep: "Shorten the conversation or switch off some tools, then send again.",
  },
  "model-failed": {
    status: 502,
    sentence: "The model's provider failed.",
    nextStep: "Send again in a moment.",
  },
  "model-stream-broken": {
    status: 502,
    sentence: "The model's answer broke off. What came is kept.",
    nextStep: "Send again.",
  },
  "model-timeout": {
    status: 504,
    sentence: "The model did not answer in time.",
    nextStep: "Send again in a moment.",
  },
  "model-answer-cut": {
    status: 502,
    sentence: "The model's answer reached its length limit and was cut.",
    nextStep: "Ask it to go on, or to answer in parts.",
  },
  "session-closed": {
    status: 409,
    sentence: "This session was closed.",
    nextStep: "Open a new session.",
  },
  "context-compacted": {
    status: 409,
    sentence: "The conversation grew longer than the model can read, so older results or turns were left out for it.",
    nextStep: "Start a new conversation when they are no longer needed.",
  },
  "context-full": {
    status: 409,
    sentence: "The conversation is longer than the model can read.",
    nextStep: "Start a new conversation.",
  },
  "tools-over-limit": {
    status: 409,
    sentence: "More tools are ready than one request may carry, so some were left out.",
    nextStep: "Switch off servers or groups that are not needed, or raise the limit in Settings, Tools.",
  },
} as const satisfies Record<string, ErrorText>;
