import { argumentsText, deltasOf, type Turn } from "./script.js";

const usage = {
  prompt_tokens: 50,
  completion_tokens: 9,
  total_tokens: 59,
  prompt_tokens_details: { cached_tokens: 32 },
};

function chunk(delta: Record<string, unknown>, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return dataOf({ id: "chat-1", object: "chat.completion.chunk", created: 1, model: "scripted", choices });
}

export function dataOf(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

export function textChunk(text: string): string {
  return chunk({ content: text });
}

function callId(requestIndex: number, position: number): string {
  return `call-${requestIndex}-${position}`;
}

/** A turn as the events of a chat-completions stream, arguments in pieces. */
export function chatEvents(turn: Turn, requestIndex: number): string[] {
  const calls = (turn.toolCalls ?? []).flatMap((call, index) => {
    const [first = "", ...rest] = deltasOf(argumentsText(call.args));
    const head = {
      index,
      id: callId(requestIndex, index),
      type: "function",
      function: { name: call.name, arguments: first },
    };
    return [
      chunk({ tool_calls: [head] }),
      ...rest.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ];
  });
  return [
    chunk({ role: "assistant", content: "" }),
    ...deltasOf(turn.reasoning ?? "").map((piece) => chunk({ reasoning_content: piece })),
    ...deltasOf(turn.text ?? "").map(textChunk),
    ...calls,
    chunk({}, calls.length > 0 ? "tool_calls" : "stop"),
    dataOf({ id: "chat-1", object: "chat.completion.chunk", created: 1, model: "scripted", choices: [], usage }),
    "data: [DONE]\n\n",
  ];
}

/** The same turn as one body, for a request that does not stream. */
export function chatBody(turn: Turn, requestIndex: number): string {
  const calls = (turn.toolCalls ?? []).map((call, index) => ({
    id: callId(requestIndex, index),
    type: "function",
    function: { name: call.name, arguments: argumentsText(call.args) },
  }));
  const message = {
    role: "assistant",
    content: turn.text ?? null,
    ...(turn.reasoning ? { reasoning_content: turn.reasoning } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  const choices = [{ index: 0, message, finish_reason: calls.length > 0 ? "tool_calls" : "stop" }];
  return JSON.stringify({ id: "chat-1", object: "chat.completion", created: 1, model: "scripted", choices, usage });
}
