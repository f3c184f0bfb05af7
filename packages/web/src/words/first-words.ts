/** First run and the model page: honest about what is there and what is not. */
export const FIRST = {
  title: "You decide what gets sent.",
  ledeNone:
    "Give a model tools, read every call before it leaves, and answer it. Loop needs a model to talk to, and none is connected yet.",
  ledeBroken: (reference: string) => `The model ${reference} is chosen, but it cannot be used as it is.`,
  ledeReady: (reference: string) => `Connected: ${reference}.`,
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
    "OpenAI, Anthropic, Google, or any address that speaks the OpenAI protocol. Set the variables where you start Loop, then start it again. The key stays on this computer.",
  providerCommands: ["export ANTHROPIC_API_KEY=…", "export LOOP_MODEL=anthropic/<model>", "npm start"],
  ollamaCommands: ["ollama serve", "ollama pull qwen3:4b"],
  byHand: "No model yet: you choose the tools",
  byHandText:
    "Pick a tool of the bundled sample server, fill in its fields, and meet the question Loop asks before every call.",
  start: "Start by hand",
  starting: "Starting…",
  nothingSent: "Nothing is sent anywhere until you choose. You can change all of this in Settings.",
  modelTitle: "Model",
  noneYet: "None is connected yet.",
  modelLede: "The model that answers and asks for tools.",
  skip: "Go to the conversations",
} as const;
