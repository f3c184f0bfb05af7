import { type ChatCompletionRequest, LLMock } from "@copilotkit/aimock";
import { seenChatRequest } from "./chat-request.js";
import { argumentsText, type Script, type SeenRequest, turnOf } from "./script.js";

export type ProviderWire = "chat" | "responses" | "anthropic" | "google" | "ollama";

export interface Aimock {
  readonly baseUrls: Readonly<Record<ProviderWire, string>>;
  /** What Loop reads to use the script over this wire. */
  env(wire: ProviderWire): Record<string, string>;
  /** Requests in the shape of chat completions, whatever wire they came by. */
  readonly requests: readonly SeenRequest[];
  close(): Promise<void>;
}

const key = "scripted";

/** Each wire reads its own names; without them some would count nothing. */
const usage = {
  prompt_tokens: 50,
  completion_tokens: 9,
  total_tokens: 59,
  input_tokens: 50,
  output_tokens: 9,
  promptTokenCount: 50,
  candidatesTokenCount: 9,
  totalTokenCount: 59,
};

/** One script over the wires of real providers, on a free port of 127.0.0.1. */
export async function startAimock(script: Script): Promise<Aimock> {
  const requests: SeenRequest[] = [];
  const mock = new LLMock({ port: 0, host: "127.0.0.1", logLevel: "silent" });
  mock.on({ predicate: () => true }, (body: ChatCompletionRequest) => {
    const seen = seenChatRequest(body, requests.length);
    requests.push(seen);
    const turn = turnOf(script, seen);
    return {
      usage,
      content: turn.text ?? "",
      ...(turn.reasoning === undefined ? {} : { reasoning: turn.reasoning }),
      toolCalls: (turn.toolCalls ?? []).map((call) => ({ name: call.name, arguments: argumentsText(call.args) })),
    };
  });
  const origin = await mock.start();
  const v1 = `${origin}/v1`;
  const baseUrls = { chat: v1, responses: v1, anthropic: v1, google: `${origin}/v1beta`, ollama: `${origin}/api` };
  return { baseUrls, requests, env: (wire) => environmentOf(wire, baseUrls[wire]), close: () => mock.stop() };
}

function environmentOf(wire: ProviderWire, baseUrl: string): Record<string, string> {
  switch (wire) {
    case "chat":
      return { LOOP_MODEL: "openai-compatible/scripted", OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: key };
    case "responses":
      return { LOOP_MODEL: "openai/scripted", OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: key };
    case "anthropic":
      return { LOOP_MODEL: "anthropic/scripted", ANTHROPIC_BASE_URL: baseUrl, ANTHROPIC_API_KEY: key };
    case "google":
      return { LOOP_MODEL: "google/scripted", GOOGLE_BASE_URL: baseUrl, GOOGLE_GENERATIVE_AI_API_KEY: key };
    case "ollama":
      return { LOOP_MODEL: "ollama/scripted", OLLAMA_BASE_URL: baseUrl };
  }
}
