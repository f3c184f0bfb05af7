import { readdirSync, readFileSync } from "node:fs";
import type { ErrorCode } from "@loop/contract";
import { type DriverScript, scriptedDriver } from "@loop/testkit";
import { expect, test } from "vitest";
import type { ModelEvent } from "../models/model.js";
import { Agent, type AgentHooks, type AgentOptions } from "./agent.js";
import type { Message, ToolCall } from "./messages.js";
import type { AgentTool } from "./tool.js";

const start: Message = { role: "user", content: [{ type: "text", text: "go" }] };

function echoTool(executed: ToolCall[]): AgentTool {
  return {
    name: "echo",
    description: "Echoes.",
    inputSchema: { type: "object" },
    execute: async (call) => {
      executed.push(call);
      return { isError: false, content: [{ type: "text", text: JSON.stringify(call.args) }] };
    },
  };
}

function bench(
  script: DriverScript,
  options: { maxRounds?: number; hooks?: Partial<AgentHooks>; tools?: AgentOptions["tools"] } = {},
) {
  const model = scriptedDriver(script);
  const executed: ToolCall[] = [];
  const saved: Message[] = [];
  const unusable: [string, ErrorCode][] = [];
  const told = { text: "", reasoning: "" };
  let count = 0;
  const agent = new Agent({
    model,
    system: "Be brief.",
    tools: options.tools ?? [echoTool(executed)],
    maxRounds: options.maxRounds ?? 10,
    newId: () => `new${++count}`,
    hooks: {
      text: async (text) => void (told.text += text),
      reasoning: async (text) => void (told.reasoning += text),
      messages: async (messages) => void saved.push(...messages),
      unusableCall: async (call, code) => {
        unusable.push([call.name, code]);
        return null;
      },
      ...options.hooks,
    },
  });
  const run = (signal = new AbortController().signal) => agent.run([start], signal);
  const results = () => saved.flatMap((message) => (message.role === "tool" ? message.results : []));
  return { model, executed, saved, told, unusable, run, results };
}

const echo = (args: unknown) => ({ name: "echo", args });
const events = (...list: ModelEvent[]) => ({ events: list });
const finished: ModelEvent = { type: "finished", usage: null, cut: false };

test("a model, tools and hooks are all there is: a round asks, calls run in order, results go back [SDK-03]", async () => {
  const { run, model, executed, saved, told } = bench([
    { reasoning: "Two.", text: "Calling.", toolCalls: [echo({ n: 1 }), echo({ n: 2 })] },
    { text: "Done." },
  ]);
  expect(await run()).toEqual({ reason: "done", usage: { inputTokens: 100, cachedInputTokens: 64, outputTokens: 18 } });
  expect(executed.map((call) => call.args)).toEqual([{ n: 1 }, { n: 2 }]);
  expect(told).toEqual({ text: "Calling.Done.", reasoning: "Two." });
  expect(saved).toEqual([
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "Two." },
        { type: "text", text: "Calling." },
        { type: "tool-call", callId: "call-0-0", name: "echo", args: { n: 1 } },
        { type: "tool-call", callId: "call-0-1", name: "echo", args: { n: 2 } },
      ],
    },
    {
      role: "tool",
      results: [
        { callId: "call-0-0", name: "echo", isError: false, content: [{ type: "text", text: '{"n":1}' }] },
        { callId: "call-0-1", name: "echo", isError: false, content: [{ type: "text", text: '{"n":2}' }] },
      ],
    },
    { role: "assistant", content: [{ type: "text", text: "Done." }] },
  ]);
  expect(model.requests[1]?.messages).toEqual([start, ...saved.slice(0, 2)]);
  expect(model.requests[0]?.tools).toEqual([{ name: "echo", description: "Echoes.", inputSchema: { type: "object" } }]);
});

test("no file of the agent knows of servers, consent or sessions [SDK-03]", () => {
  const files = readdirSync(new URL(".", import.meta.url)).filter(
    (name) => name.endsWith(".ts") && !name.includes(".test."),
  );
  expect(files.length).toBeGreaterThan(4);
  for (const file of files) {
    const source = readFileSync(new URL(file, import.meta.url), "utf8");
    expect(source).not.toMatch(/from "\.\.\/(mcp|approvals|session|codemode|policy)\//);
    expect(source.toLowerCase()).not.toContain("mcp");
  }
});

test("an unknown tool and arguments that are no JSON are told to the model, and nothing is run", async () => {
  const broken: ToolCall = { callId: "c2", name: "echo", args: {}, unreadableArgs: '{"n": ' };
  const { run, executed, results, unusable } = bench([
    events(
      { type: "tool-call", call: { callId: "c1", name: "fly", args: {} } },
      { type: "tool-call", call: broken },
      finished,
    ),
    { text: "Sorry." },
  ]);
  expect(await run()).toMatchObject({ reason: "done" });
  expect(executed).toEqual([]);
  expect(results().map(({ isError, content }) => [isError, content])).toEqual([
    [true, [{ type: "text", text: 'There is no tool named "fly". Nothing was called. The tools are: echo.' }]],
    [true, [{ type: "text", text: expect.stringContaining("not valid JSON") }]],
  ]);
  expect(unusable).toEqual([
    ["fly", "tool-unknown"],
    ["echo", "arguments-invalid"],
  ]);
});

test("the rounds are counted and the last one ends the run", async () => {
  const { run, model, executed } = bench(() => ({ toolCalls: [echo({})] }), { maxRounds: 3 });
  expect(await run()).toMatchObject({ reason: "rounds" });
  expect(model.requests).toHaveLength(3);
  expect(executed).toHaveLength(3);
});

test("call ids that repeat or are missing are replaced, and each result finds its call", async () => {
  const call = (callId: string): ModelEvent => ({ type: "tool-call", call: { callId, name: "echo", args: {} } });
  const { run, results, saved } = bench([
    events(call("same"), call("same"), call(""), finished),
    events(call("same"), finished),
    {},
  ]);
  await run();
  expect(results().map(({ callId }) => callId)).toEqual(["same", "new1", "new2", "new3"]);
  const ids = saved.flatMap((message) => (message.role === "assistant" ? message.content : []));
  expect(ids.map((block) => (block.type === "tool-call" ? block.callId : ""))).toEqual([
    "same",
    "new1",
    "new2",
    "new3",
  ]);
});

test("more calls than anyone can follow are answered without being run", async () => {
  const { run, executed, results } = bench([{ toolCalls: Array.from({ length: 70 }, (_, n) => echo({ n })) }, {}]);
  await run();
  expect(executed).toHaveLength(64);
  expect(results()).toHaveLength(70);
});

test("provider data stays beside its block, also where the block has no words", async () => {
  const data = (value: string) => ({ provider: "p", data: value });
  const { run, saved } = bench([
    events(
      { type: "block-end", block: "reasoning", providerData: data("redacted") },
      { type: "reasoning-delta", text: "Hm." },
      { type: "text-delta", text: "Hi" },
      { type: "block-end", block: "reasoning", providerData: data("signed") },
      { type: "text-delta", text: "!" },
      { type: "block-end", block: "text" },
      finished,
    ),
  ]);
  await run();
  expect(saved).toEqual([
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "", providerData: data("redacted") },
        { type: "reasoning", text: "Hm.", providerData: data("signed") },
        { type: "text", text: "Hi!" },
      ],
    },
  ]);
});

test("an answer that breaks off keeps its words and none of its calls", async () => {
  const { run, saved, executed } = bench([
    events(
      { type: "text-delta", text: "Half" },
      { type: "tool-call", call: { callId: "c1", name: "echo", args: {} } },
      { type: "failed", code: "model-stream-broken" },
    ),
  ]);
  expect(await run()).toEqual({ reason: "failed", code: "model-stream-broken", usage: null });
  expect(saved).toEqual([{ role: "assistant", content: [{ type: "text", text: "Half" }] }]);
  expect(executed).toEqual([]);
});

test("a driver that ends without a word has broken off", async () => {
  expect(await bench([events()]).run()).toMatchObject({ reason: "failed", code: "model-stream-broken" });
});

test("an answer at its length limit is told as cut", async () => {
  let cuts = 0;
  const hooks = { answerCut: async () => void (cuts += 1) };
  const { run } = bench(
    [events({ type: "text-delta", text: "and so" }, { type: "finished", usage: null, cut: true })],
    { hooks },
  );
  expect(await run()).toMatchObject({ reason: "done" });
  expect(cuts).toBe(1);
});

test("a stop between two steps is heard at once, and every call still has its result", async () => {
  const stop = new AbortController();
  const seen: string[] = [];
  const tool: AgentTool = {
    ...echoTool([]),
    execute: async (call) => {
      seen.push(call.callId);
      stop.abort();
      return { isError: false, content: [] };
    },
  };
  const { run, results, model } = bench([{ toolCalls: [echo(1), echo(2), echo(3)] }], { tools: [tool] });
  expect(await run(stop.signal)).toMatchObject({ reason: "stopped" });
  expect(seen).toEqual(["call-0-0"]);
  expect(results().map(({ isError }) => isError)).toEqual([false, true, true]);
  expect(model.requests).toHaveLength(1);
});

test("a stop while the model thinks ends the run", async () => {
  const stop = new AbortController();
  const { run } = bench(() => new Promise(() => {}));
  const running = run(stop.signal);
  stop.abort();
  expect(await running).toMatchObject({ reason: "stopped" });
  expect(await bench([]).run(AbortSignal.abort())).toMatchObject({ reason: "stopped" });
});

test("a hook that rejects ends the run there and then", async () => {
  const { run, executed } = bench([{ text: "Hi", toolCalls: [echo({})] }], {
    hooks: { messages: () => Promise.reject(new Error("disk full")) },
  });
  await expect(run()).rejects.toThrow("disk full");
  expect(executed).toEqual([]);
});

test("a function of tools is asked once a round: its tools are declared and take that round's calls", async () => {
  const executed: ToolCall[] = [];
  const tool = echoTool(executed);
  const rounds: (readonly AgentTool[])[] = [[], [tool], []];
  let asked = 0;
  const { run, model, results } = bench(() => ({ toolCalls: [echo({ n: 1 })] }), {
    maxRounds: 3,
    tools: () => rounds[asked++] ?? [],
  });
  expect(await run()).toMatchObject({ reason: "rounds" });
  expect(asked).toBe(3);
  expect(model.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([[], ["echo"], []]);
  expect(results().map(({ isError }) => isError)).toEqual([true, false, true]);
  expect(executed).toHaveLength(1);
});

test("an answer to a call that no tool could take is told in place of the agent's own words", async () => {
  const words = { isError: true, content: [{ type: "text", text: "Ask first." }] } as const;
  const { run, results } = bench(
    [
      {
        toolCalls: [
          { name: "later", args: {} },
          { name: "none", args: {} },
        ],
      },
      {},
    ],
    {
      hooks: { unusableCall: async (call) => (call.name === "later" ? words : null) },
    },
  );
  await run();
  expect(results()[0]).toMatchObject(words);
  expect(JSON.stringify(results()[1])).toContain("There is no tool named");
});
