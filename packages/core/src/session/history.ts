import type { AssistantBlock, Message, ToolCall, ToolResult } from "../agent/messages.js";

const LOST_RESULT =
  "The result of this call was lost, because Loop stopped while it ran. It may have taken effect: check before trying again.";

/**
 * Makes a stored history one that a model can read: every call has exactly one result, right after it, and no result
 * stands without its call. A process that died between the two leaves such gaps.
 */
export function repairHistory(stored: readonly Message[]): readonly Message[] {
  const repaired: Message[] = [];
  for (const [index, message] of stored.entries()) {
    if (message.role === "tool") continue;
    repaired.push(message);
    const calls = callsOf(message);
    if (calls.length > 0) repaired.push({ role: "tool", results: resultsFor(calls, stored[index + 1]) });
  }
  return repaired;
}

function callsOf(message: Message): readonly ToolCall[] {
  if (message.role !== "assistant") return [];
  return message.content.flatMap((block) => (block.type === "tool-call" ? [block] : []));
}

function resultsFor(calls: readonly ToolCall[], next: Message | undefined): readonly ToolResult[] {
  const known = new Map((next?.role === "tool" ? next.results : []).map((result) => [result.callId, result]));
  return calls.map(({ callId, name }) => known.get(callId) ?? lostResult(callId, name));
}

function lostResult(callId: string, name: string): ToolResult {
  return { callId, name, isError: true, content: [{ type: "text", text: LOST_RESULT }] };
}

/** `provider` of a driver's `provider/model`. */
export function providerOf(driverId: string): string {
  const cut = driverId.indexOf("/");
  return cut < 0 ? driverId : driverId.slice(0, cut);
}

/** The history for one provider: another's opaque data and reasoning stay out of the request, words and calls remain. */
export function historyFor(messages: readonly Message[], provider: string): readonly Message[] {
  return messages.flatMap((message): readonly Message[] => {
    if (message.role !== "assistant") return [message];
    const content = message.content.flatMap((block) => blockFor(block, provider));
    return content.length === 0 ? [] : [{ role: "assistant", content }];
  });
}

function blockFor(block: AssistantBlock, provider: string): readonly AssistantBlock[] {
  if (block.providerData === undefined || block.providerData.provider === provider) return [block];
  if (block.type === "reasoning") return [];
  const { providerData: _foreign, ...own } = block;
  return [own];
}
