import type { ChosenModel, ModelAbilities, ProviderId, ProviderView } from "@loop/contract";

/** Settings → Models. */
export const MODELS = {
  title: "Models",
  lede: "The model that answers and asks for tools. Keys stay on this computer and go to their provider alone.",
  inUse: "In use",
  inUseAside: "What a conversation’s next message goes to.",
  none: "No model is connected yet. Enter a provider’s key below, or let Loop look on this computer.",
  chosenHere: "Chosen here.",
  fromEnvironment: "From LOOP_MODEL, in Loop’s environment.",
  at: (address: string) => `At ${address}.`,
  backToEnvironment: "Take the choice back",
  another: "Another model",
  anotherAside: "By its provider’s name, a slash and its own.",
  reference: "Model",
  referenceHint: "Such as anthropic/claude-sonnet-4-5, or ollama/qwen3:4b.",
  referenceWrong: "A provider’s name, a slash and the model’s name are needed.",
  here: "On this computer",
  providers: "Providers",
  providersAside:
    "Kept in providers.json in the data directory, readable by you alone. What is entered here counts before the environment.",
  test: "Test",
  testLabel: (reference: string) => `Test ${reference}`,
  testing: (reference: string) => `Asking ${reference} for one word…`,
  cancelTest: "Cancel",
  testOk: (reference: string, ms: number) => `${reference} answered after ${seconds(ms)}.`,
  use: "Use",
  useLabel: (reference: string) => `Use ${reference}`,
  inUseNow: "In use",
  setUp: "Set up",
  setUpLabel: (name: string) => `Set up ${name}`,
  close: "Close",
  closeLabel: (name: string) => `Close ${name}`,
  key: "API key",
  keySaved: "Saved, never shown",
  replace: "Replace",
  removeKey: "Remove",
  removed: "Removed when you save",
  keepIt: "Keep it",
  keyHint: "Written once, never shown again.",
  keyOptional: "Only where the address asks for one. Written once, never shown again.",
  keyAgain: "Enter the key again: the saved one belongs to the other address and is not sent to a new one.",
  keyFromEnvironment: "One is in Loop’s environment. A key entered here counts before it.",
  keyWithheld: "A key is there, but it was given for another address and is not sent to this one.",
  address: "Base URL",
  addressHint: (own: string) => `Leave it empty for ${own}.`,
  addressNeeded: "Such as https://gateway.example/v1, or http://127.0.0.1:1234/v1.",
  addressFromEnvironment: (origin: string) => `Leave it empty for the one of Loop’s environment, at ${origin}.`,
  plain: "This address is not encrypted. Whoever is on the way can read what is sent, the key included.",
  save: "Save",
  saving: "Saving…",
  saved: "Saved.",
  cancel: "Cancel",
  list: "Show its models",
  listing: "Reading the list…",
  filter: "Search these models",
  listed: (count: number) => (count === 1 ? "1 model" : `${count} models`),
  listedNone: "The list is empty. Write the model’s name under “Another model”.",
  noMatch: "No model has this in its name.",
  moreModels: (count: number) => `${count} more. Search to see them.`,
} as const;

const NAMES: Readonly<Record<ProviderId, string>> = {
  openai: "OpenAI",
  anthropic: "Anthropic",
  google: "Google",
  ollama: "Ollama",
  "openai-compatible": "OpenAI-compatible",
};

const OWN_ADDRESSES: Readonly<Partial<Record<ProviderId, string>>> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
  ollama: "http://127.0.0.1:11434",
};

export function providerName(id: ProviderId): string {
  return NAMES[id];
}

/** What leaving the address empty means. */
export function addressHint({ id, address }: ProviderView): string {
  const own = OWN_ADDRESSES[id];
  if (address?.source === "environment") return MODELS.addressFromEnvironment(address.url);
  return own === undefined ? MODELS.addressNeeded : MODELS.addressHint(own);
}

export interface ProviderState {
  readonly shape: "ready" | "disabled" | "error";
  readonly word: string;
}

/** Whether a provider can be used, in a few words. */
export function providerState({ code, key, needsKey, takesKey }: ProviderView): ProviderState {
  if (key === "withheld" && needsKey) return { shape: "error", word: "Key of another address" };
  if (code === "model-key-missing") return { shape: "disabled", word: "No key" };
  if (code !== null) return { shape: "disabled", word: "No address" };
  if (!takesKey) return { shape: "ready", word: "Needs no key" };
  switch (key) {
    case "saved":
      return { shape: "ready", word: "Key saved here" };
    case "environment":
      return { shape: "ready", word: "Key from the environment" };
    default:
      return { shape: "ready", word: "Without a key" };
  }
}

/** Where a provider's requests go and who said so. */
export function addressWords({ address }: ProviderView): string {
  if (address === null) return "No address";
  return { saved: "entered here", environment: "from the environment", own: "its own" }[address.source];
}

/** What a model can do, as far as it is known. */
export function abilityWords({ contextTokens, maxTools, toolResultImages }: ModelAbilities): readonly string[] {
  return [
    contextTokens === null
      ? "How much it can read at once is not known."
      : `It reads ${contextTokens.toLocaleString("en")} tokens at once.`,
    maxTools === null ? "It has no known limit of tools." : `It takes at most ${maxTools} tools in one request.`,
    toolResultImages
      ? "It sees pictures inside the results of tools."
      : "Pictures of tools follow as a message, because its protocol has no place for them in a result.",
  ];
}

/** The same, short enough for a row. */
export function abilityNote({ contextTokens, maxTools }: ModelAbilities): string {
  const reads = contextTokens === null ? [] : [`reads ${contextTokens.toLocaleString("en")} tokens`];
  const tools = maxTools === null ? [] : [`at most ${maxTools} tools`];
  return [...reads, ...tools].join(", ");
}

export function sourceWords({ source, address }: ChosenModel): string {
  const who = source === "saved" ? MODELS.chosenHere : MODELS.fromEnvironment;
  return address === null ? who : `${who} ${MODELS.at(address)}`;
}

function seconds(ms: number): string {
  return ms < 950 ? `${(ms / 1000).toFixed(2)} s` : `${(ms / 1000).toFixed(1)} s`;
}
