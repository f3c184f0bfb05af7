import type { ModelEvent, ModelRequest } from "@loop/core/host";
import { expect, test } from "vitest";
import { type DriverScript, scriptedDriver } from "./scripted.js";

function request(signal = new AbortController().signal): ModelRequest {
  const messages: ModelRequest["messages"] = [{ role: "user", content: [{ type: "text", text: "hello" }] }];
  return { system: "Be brief.", messages, tools: [{ name: "echo", description: "E", inputSchema: {} }], signal };
}

async function eventsOf(script: DriverScript, signal?: AbortSignal): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of scriptedDriver(script).stream(request(signal))) events.push(event);
  return events;
}

test("a turn becomes the events of a stream", async () => {
  const turn = { reasoning: "hm", text: "Hello.", toolCalls: [{ name: "echo", args: { text: "hi" } }] };
  expect(await eventsOf([turn])).toEqual([
    { type: "reasoning-delta", text: "hm" },
    { type: "block-end", block: "reasoning" },
    { type: "text-delta", text: "Hello." },
    { type: "block-end", block: "text" },
    { type: "tool-call", call: { callId: "call-0-0", name: "echo", args: { text: "hi" } } },
    { type: "finished", usage: { inputTokens: 50, cachedInputTokens: 32, outputTokens: 9 }, cut: false },
  ]);
});

test("a function sees the request and may answer with the very events", async () => {
  const events: ModelEvent[] = [{ type: "failed", code: "model-failed" }];
  const seen: string[] = [];
  const script: DriverScript = (found) => {
    seen.push(found.lastUserText, found.system, ...found.tools.map((tool) => tool.name));
    return { events };
  };
  expect(await eventsOf(script)).toEqual(events);
  expect(seen).toEqual(["hello", "Be brief.", "echo"]);
});

test("a cancelled request ends, even while the model thinks", async () => {
  const controller = new AbortController();
  const reading = eventsOf(() => new Promise(() => {}), controller.signal);
  controller.abort();
  expect(await reading).toEqual([]);
});
