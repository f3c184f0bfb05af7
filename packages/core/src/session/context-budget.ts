import type { Message } from "../agent/messages.js";
import type { ToolDeclaration } from "../agent/tool.js";
import { inSlices } from "../kit/in-slices.js";
import { loadTokenCounter, mostTokens, type TokenCounter } from "./token-count.js";

/** Part of the context kept free for the answer and for what other tokenizers count differently. */
const RESERVE = 0.15;
/** A result shorter than this is not worth taking out. */
const SHORT_CHARACTERS = 400;
const TAKEN_OUT = "[This result was taken out to make room. Call the tool again if it is needed.]";

export interface ContextRequest {
  readonly system: string;
  readonly tools: readonly ToolDeclaration[];
  readonly messages: readonly Message[];
  /** Tokens the model reads; null where unknown, and then nothing is done. */
  readonly contextTokens: number | null;
}

export type ContextFit =
  | { readonly kind: "fits"; readonly messages: readonly Message[]; readonly isCompacted: boolean }
  | { readonly kind: "full" };

/**
 * Makes a request fit its model before the provider would refuse it (PRM-06): first the results of earlier turns go,
 * then whole earlier turns, then results of earlier rounds of this turn. What the person wrote last always stays.
 */
export async function fitContext(request: ContextRequest): Promise<ContextFit> {
  const { messages, contextTokens } = request;
  const whole: ContextFit = { kind: "fits", messages, isCompacted: false };
  if (contextTokens === null) return whole;
  const budget = Math.floor(contextTokens * (1 - RESERVE));
  if (mostTokens(request) <= budget) return whole;
  const counter = await loadTokenCounter();
  await inSlices(messages, (message) => counter.message(message));
  const room = budget - counter.text(request.system) - counter.tools(request.tools);
  if (size(messages, counter) <= room) return whole;
  for (const compact of STEPS) {
    const fitted = compact(messages, room, counter);
    if (size(fitted, counter) <= room) return { kind: "fits", messages: fitted, isCompacted: true };
  }
  return { kind: "full" };
}

type Step = (messages: readonly Message[], room: number, counter: TokenCounter) => readonly Message[];

const withoutOldResults: Step = (messages, room, counter) => shrink(messages, turnStart(messages), room, counter);

const withoutOldTurns: Step = (messages, room, counter) => {
  const shrunk = withoutOldResults(messages, room, counter);
  const last = turnStart(shrunk);
  let total = size(shrunk, counter);
  let from = 0;
  while (from < last && total > room) {
    const next = nextUser(shrunk, from + 1);
    for (const gone of shrunk.slice(from, next)) total -= counter.message(gone);
    from = next;
  }
  return shrunk.slice(from);
};

const withoutOldRounds: Step = (messages, room, counter) => {
  const turn = withoutOldTurns(messages, room, counter);
  const lastResult = turn.findLastIndex((message) => message.role === "tool");
  return shrink(turn, Math.max(0, lastResult), room, counter);
};

const STEPS: readonly Step[] = [withoutOldResults, withoutOldTurns, withoutOldRounds];

/** Takes results out, oldest first, before position `end`, until the rest fits. */
function shrink(messages: readonly Message[], end: number, room: number, counter: TokenCounter): readonly Message[] {
  const shrunk = [...messages];
  let total = size(messages, counter);
  for (let index = 0; index < end && total > room; index += 1) {
    const message = shrunk[index];
    if (message?.role !== "tool") continue;
    const lighter = withoutResults(message);
    total += counter.message(lighter) - counter.message(message);
    shrunk[index] = lighter;
  }
  return shrunk;
}

function withoutResults(message: Extract<Message, { role: "tool" }>): Message {
  const results = message.results.map((result) => {
    const isShort = result.content.every((block) => block.type === "text" && block.text.length <= SHORT_CHARACTERS);
    return isShort ? result : { ...result, content: [{ type: "text" as const, text: TAKEN_OUT }] };
  });
  return { role: "tool", results };
}

function size(messages: readonly Message[], counter: TokenCounter): number {
  return messages.reduce((sum, message) => sum + counter.message(message), 0);
}

function turnStart(messages: readonly Message[]): number {
  return Math.max(
    0,
    messages.findLastIndex((message) => message.role === "user"),
  );
}

function nextUser(messages: readonly Message[], from: number): number {
  const next = messages.findIndex((message, index) => index >= from && message.role === "user");
  return next < 0 ? messages.length : next;
}
