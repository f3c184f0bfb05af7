import type { ContentBlock } from "@loop/contract";
import type { Message, ModelCapabilities, ModelDriver, ModelEvent, ModelRequest } from "@loop/core/host";
import { deltasOf, type SeenRequest, scriptOver, type Turn } from "./script.js";

/** A turn, or the very events of the stream where the turn's own would not do. */
export type DriverTurn = Turn | { readonly events: readonly ModelEvent[] };

/** A function may wait: the model is thinking until its promise settles. */
export type DriverScriptTurn = DriverTurn | ((request: SeenRequest) => DriverTurn | Promise<DriverTurn>);

export type DriverScript = readonly DriverScriptTurn[] | ((request: SeenRequest) => DriverTurn | Promise<DriverTurn>);

export interface ScriptedDriver extends ModelDriver {
  /** Every request, in order, as the loop made it. */
  readonly requests: readonly ModelRequest[];
}

const capabilities: ModelCapabilities = {
  maxTools: null,
  toolResultImages: true,
  maxToolNameLength: 64,
  contextTokens: null,
};

const usage = { inputTokens: 50, cachedInputTokens: 32, outputTokens: 9 };

/** A model in this process that says what the script says. */
export function scriptedDriver(
  script: DriverScript,
  options: { readonly id?: string; readonly capabilities?: Partial<ModelCapabilities> } = {},
): ScriptedDriver {
  const requests: ModelRequest[] = [];
  return {
    id: options.id ?? "scripted/model",
    capabilities: { ...capabilities, ...options.capabilities },
    requests,
    stream: (request) => {
      requests.push(request);
      return play(script, request, requests.length - 1);
    },
  };
}

async function* play(script: DriverScript, request: ModelRequest, index: number): AsyncGenerator<ModelEvent> {
  const next = typeof script === "function" ? script : (script[index] ?? scriptOver);
  const turn =
    typeof next === "function" ? await untilAborted(next(seenRequest(request, index)), request.signal) : next;
  if (turn === null) return;
  for (const event of "events" in turn ? turn.events : eventsOf(turn, index)) {
    if (request.signal.aborted) return;
    yield event;
  }
}

/** null: the request was cancelled first. */
async function untilAborted<Value>(value: Value | Promise<Value>, signal: AbortSignal): Promise<Value | null> {
  if (signal.aborted) return null;
  let onAbort = () => {};
  const aborted = new Promise<null>((resolve) => {
    onAbort = () => resolve(null);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([value, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function eventsOf(turn: Turn, index: number): ModelEvent[] {
  const reasoning = deltasOf(turn.reasoning ?? "").map((text): ModelEvent => ({ type: "reasoning-delta", text }));
  const text = deltasOf(turn.text ?? "").map((piece): ModelEvent => ({ type: "text-delta", text: piece }));
  const calls = (turn.toolCalls ?? []).map(
    (call, position): ModelEvent => ({
      type: "tool-call",
      call: { callId: `call-${index}-${position}`, name: call.name, args: call.args },
    }),
  );
  return [
    ...closed(reasoning, "reasoning"),
    ...closed(text, "text"),
    ...calls,
    { type: "finished", usage, cut: false },
  ];
}

function closed(deltas: readonly ModelEvent[], block: "text" | "reasoning"): ModelEvent[] {
  return deltas.length === 0 ? [] : [...deltas, { type: "block-end", block }];
}

function textOf(content: readonly ContentBlock[]): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

function seenRequest(request: ModelRequest, index: number): SeenRequest {
  const lastUser = request.messages.findLastIndex((message) => message.role === "user");
  return {
    index,
    system: request.system,
    lastUserText: userText(request.messages[lastUser]),
    tools: request.tools.map(({ name, description }) => ({ name, description })),
    toolResults: request.messages.slice(lastUser + 1).flatMap(resultTexts),
    raw: request,
  };
}

function userText(message: Message | undefined): string {
  return message?.role === "user" ? textOf(message.content) : "";
}

function resultTexts(message: Message): string[] {
  return message.role === "tool" ? message.results.map((result) => textOf(result.content)) : [];
}
