/** First run: honest about what is there and what is not. */
export const FIRST = {
  title: "You decide what gets sent.",
  ledeNone:
    "Give a model tools, read every call before it leaves, and answer it. Loop needs a model to talk to, and none is connected yet.",
  here: "A model on this computer",
  looked: "Loop looked on this computer and in its environment, and found no model.",
  notLooked: "Loop can look for Ollama, LM Studio and the like on this computer. Nothing is sent beyond it.",
  found: "Loop found these. Nothing has been sent to them.",
  look: "Look now",
  lookAgain: "Look again",
  looking: "Looking…",
  use: "Use",
  useLabel: (reference: string) => `Use ${reference}`,
  fromEnvironment: "key in Loop’s environment",
  at: (address: string) => `at ${address}`,
  provider: "A provider you have a key for",
  providerText:
    "OpenAI, Anthropic, Google, or any address that speaks the OpenAI protocol. The key stays on this computer and goes to its provider alone.",
  enterKey: "Enter a key",
  ollamaCommands: ["ollama serve", "ollama pull qwen3:4b"],
  byHand: "No model yet: you choose the tools",
  byHandText:
    "Pick a tool of the bundled sample server, fill in its fields, and meet the question Loop asks before every call.",
  start: "Start by hand",
  starting: "Starting…",
  nothingSent: "Nothing is sent anywhere until you choose. You can change all of this in Settings.",
  skip: "Go to the conversations",
} as const;
