import { createOpenAI } from "@ai-sdk/openai";
import type { LanguageModelV3 } from "@ai-sdk/provider";
import { invalidKey, startWireModel, type WireModel, type WireScript } from "@loop/testkit";
import { afterEach, expect, test, vi } from "vitest";
import { createAiSdkDriver, type DriverTiming } from "./ai-sdk-driver.js";
import type { ModelEvent, ModelRequest } from "./model.js";
import { resolveModel } from "./providers.js";

const running: WireModel[] = [];

afterEach(async () => {
  for (const model of running.splice(0)) await model.close();
});

async function wire(script: WireScript, timing: DriverTiming = {}) {
  const model = await startWireModel(script);
  running.push(model);
  const found = resolveModel(
    "openai-compatible/scripted",
    { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "sk" },
    timing,
  );
  if (!found.ok) throw new Error(found.code);
  return { model, driver: found.driver };
}

function request(more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    system: "Be brief.",
    messages: [{ role: "user", content: [{ type: "text", text: "hello" }] }],
    tools: [
      {
        name: "echo",
        description: "Echoes.",
        inputSchema: { type: "object", properties: { text: { type: "string" } } },
      },
    ],
    signal: new AbortController().signal,
    ...more,
  };
}

async function read(stream: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

const textOf = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.type === "text-delta" ? event.text : "")).join("");
const lastOf = (events: readonly ModelEvent[]) => events.at(-1);

test("text, reasoning and calls of a stream become events, with usage at the end", async () => {
  const { driver } = await wire([
    {
      reasoning: "hm",
      text: "Calling.",
      toolCalls: [
        { name: "echo", args: { text: "a" } },
        { name: "echo", args: {} },
      ],
    },
  ]);
  const events = await read(driver.stream(request()));
  expect(textOf(events)).toBe("Calling.");
  expect(events.filter((event) => event.type === "tool-call").map(({ call }) => call)).toEqual([
    { callId: "call-0-0", name: "echo", args: { text: "a" } },
    { callId: "call-0-1", name: "echo", args: {} },
  ]);
  expect(events).toContainEqual({
    type: "block-end",
    block: "reasoning",
    providerData: { provider: "openai-compatible", data: null },
  });
  expect(lastOf(events)).toEqual({
    type: "finished",
    usage: { inputTokens: 50, outputTokens: 9, cachedInputTokens: 32 },
    cut: false,
  });
});

test("arguments that are no JSON arrive as such, a name nobody declared as any other", async () => {
  const { driver } = await wire([
    {
      toolCalls: [
        { name: "echo", args: '{"text": ' },
        { name: "unheard_of", args: { a: 1 } },
      ],
    },
  ]);
  const events = await read(driver.stream(request()));
  expect(events.filter((event) => event.type === "tool-call").map(({ call }) => call)).toEqual([
    { callId: "call-0-0", name: "echo", args: {}, unreadableArgs: '{"text": ' },
    { callId: "call-0-1", name: "unheard_of", args: { a: 1 } },
  ]);
});

test.each([
  ["a rejected key", [invalidKey], "model-key-rejected"],
  ["a forbidden model", [{ wire: "status", status: 403 }], "model-key-rejected"],
  ["an unknown model", [{ wire: "status", status: 404 }], "model-not-found"],
  ["a refused request", [{ wire: "status", status: 400 }], "model-refused"],
  [
    "a prompt too long",
    [{ wire: "status", status: 400, body: '{"error":{"message":"raw","code":"context_length_exceeded"}}' }],
    "context-full",
  ],
  ["a page instead of a stream", [{ wire: "html", status: 200 }], "model-failed"],
  ["a chunk that is no JSON", [{ wire: "bad-chunk" }], "model-stream-broken"],
  ["a cut connection", [{ wire: "cut", text: "Half an" }], "model-stream-broken"],
  ["a stream without its end", [{ wire: "unfinished", text: "Half an" }], "model-stream-broken"],
] as const)("%s has its code, and no raw word is told or printed", async (_name, script, code) => {
  const printed = [vi.spyOn(console, "error"), vi.spyOn(console, "warn"), vi.spyOn(console, "log")];
  const { driver } = await wire([...script]);
  const events = await read(driver.stream(request()));
  expect(lastOf(events)).toEqual({ type: "failed", code });
  for (const print of printed) {
    expect(print).not.toHaveBeenCalled();
    print.mockRestore();
  }
});

test.each([
  [429, "model-rate-limited"],
  [502, "model-failed"],
] as const)("a status of %i is tried once more, then told as %s", async (status, code) => {
  const busy = { wire: "status", status, headers: { "retry-after": "0" } } as const;
  const { driver, model } = await wire([busy, busy, { text: "late" }]);
  expect(lastOf(await read(driver.stream(request())))).toEqual({ type: "failed", code });
  expect(model.requests).toHaveLength(2);
});

test("an address where nobody listens is model-unreachable", async () => {
  const found = resolveModel("openai-compatible/x", { OPENAI_BASE_URL: "http://127.0.0.1:9/v1" });
  if (!found.ok) throw new Error(found.code);
  expect(await read(found.driver.stream(request()))).toEqual([{ type: "failed", code: "model-unreachable" }]);
});

test("silence of the model is model-timeout, from the first byte on and between two", async () => {
  for (const fault of [{ wire: "silence" }, { wire: "stall", text: "One moment" }] as const) {
    const { driver } = await wire([fault], { idleMs: 150 });
    expect(lastOf(await read(driver.stream(request())))).toEqual({ type: "failed", code: "model-timeout" });
  }
});

test("an answer that never ends is model-timeout as a whole", async () => {
  const { driver } = await wire([{ wire: "endless", chunkBytes: 10 }], { overallMs: 200 });
  expect(lastOf(await read(driver.stream(request())))).toEqual({ type: "failed", code: "model-timeout" });
});

test("a request that is stopped just ends, and the provider sees the connection go", async () => {
  const { driver, model } = await wire([{ wire: "stall", text: "One moment" }]);
  const stop = new AbortController();
  const events: ModelEvent[] = [];
  for await (const event of driver.stream(request({ signal: stop.signal }))) {
    events.push(event);
    stop.abort();
  }
  expect(events.every((event) => event.type !== "failed")).toBe(true);
  await vi.waitFor(() => expect(model.requests[0]?.aborted).toBe(true));
});

test("a name instead of a model object never reaches the library", () => {
  expect(() => createAiSdkDriver("openai/gpt-5" as unknown as LanguageModelV3)).toThrow(TypeError);
});

test("the limits of an object are read off its provider", () => {
  const made = createOpenAI({ apiKey: "sk" });
  expect(createAiSdkDriver(made.responses("gpt-5")).capabilities).toEqual({
    maxTools: 128,
    toolResultImages: true,
    maxToolNameLength: 64,
    contextTokens: 400_000,
  });
  expect(createAiSdkDriver(made.chat("my-own")).capabilities).toMatchObject({
    toolResultImages: false,
    contextTokens: null,
  });
});
