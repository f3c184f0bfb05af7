import { createOpenAI } from "@ai-sdk/openai";
import { type Aimock, type ProviderWire, pixelPng, startAimock } from "@loop/testkit";
import { afterEach, expect, test, vi } from "vitest";
import { Agent } from "../agent/agent.js";
import type { AssistantBlock, Message } from "../agent/messages.js";
import type { AgentTool } from "../agent/tool.js";
import { createAiSdkDriver } from "./ai-sdk-driver.js";
import type { ModelDriver } from "./model.js";
import { resolveModel } from "./providers.js";

const WIRES = ["chat", "responses", "anthropic", "google", "ollama"] as const;
const open: Aimock[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const mock of open.splice(0)) await mock.close();
});

function driverFor(mock: Aimock, wire: ProviderWire): ModelDriver {
  const environment = mock.env(wire);
  if (wire === "responses") {
    const made = createOpenAI({ apiKey: "sk", baseURL: mock.baseUrls.responses });
    return createAiSdkDriver(made.responses("scripted"));
  }
  const found = resolveModel(environment.LOOP_MODEL ?? "", environment);
  if (!found.ok) throw new Error(found.code);
  return found.driver;
}

/** What really went over the wire, body by body. */
function watchBodies(): string[] {
  const bodies: string[] = [];
  const original = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    if (typeof init?.body === "string") bodies.push(init.body);
    return original(input, init);
  });
  return bodies;
}

const paint: AgentTool = {
  name: "paint",
  description: "Paints.",
  inputSchema: { type: "object", properties: { what: { type: "string" } } },
  execute: async () => ({
    isError: false,
    content: [
      { type: "text", text: "Here it is." },
      { type: "image", mimeType: "image/png", data: pixelPng },
    ],
  }),
};

async function run(model: ModelDriver, history: readonly Message[] = []) {
  const messages: Message[] = [];
  let text = "";
  const agent = new Agent({
    model,
    system: "Be brief.",
    tools: [paint],
    maxRounds: 5,
    newId: () => crypto.randomUUID(),
    hooks: {
      text: async (more) => {
        text += more;
      },
      reasoning: async () => {},
      messages: async (added) => void messages.push(...added),
    },
  });
  const start: Message = { role: "user", content: [{ type: "text", text: "Paint a dot, twice." }] };
  const end = await agent.run([...history, start], new AbortController().signal);
  return { end, messages, text };
}

test.each(WIRES)("a round of two calls whose results carry pictures goes through the %s wire", async (wire) => {
  const mock = await startAimock([
    {
      text: "Painting.",
      toolCalls: [
        { name: "paint", args: { what: "dot" } },
        { name: "paint", args: { what: "dot 2" } },
      ],
    },
    { text: "Done." },
  ]);
  open.push(mock);
  const bodies = watchBodies();
  const { end, messages, text } = await run(driverFor(mock, wire));
  expect(end).toMatchObject({ reason: "done" });
  expect(text).toBe("Painting.Done.");
  expect(messages.map((message) => message.role)).toEqual(["assistant", "tool", "assistant"]);
  const calls = messages.flatMap((message) => (message.role === "assistant" ? message.content : []));
  expect(calls.flatMap((block) => (block.type === "tool-call" ? [block.args] : []))).toEqual([
    { what: "dot" },
    { what: "dot 2" },
  ]);
  expect(mock.requests).toHaveLength(2);
  expect(bodies[1]?.split(pixelPng).length).toBe(3);
  expect(bodies[1]).toContain("Here it is.");
});

test.each(["chat", "ollama"] as const)(
  "on the %s wire pictures follow all results in one user message",
  async (wire) => {
    const mock = await startAimock([
      {
        toolCalls: [
          { name: "paint", args: {} },
          { name: "paint", args: {} },
        ],
      },
      { text: "Done." },
    ]);
    open.push(mock);
    const bodies = watchBodies();
    await run(driverFor(mock, wire));
    const { messages } = JSON.parse(bodies[1] ?? "{}") as { messages: { role: string; content: unknown }[] };
    expect(messages.slice(-3).map(({ role }) => role)).toEqual(["tool", "tool", "user"]);
    expect(messages.at(-3)?.content).toBe("Here it is.\n[picture 1, shown after the results]");
    expect(messages.at(-2)?.content).toBe("Here it is.\n[picture 2, shown after the results]");
  },
);

test("a picture type that models do not read, or no picture at all, becomes words", async () => {
  const mock = await startAimock([{ text: "Seen." }]);
  open.push(mock);
  const bodies = watchBodies();
  const content = [
    { type: "image", mimeType: "image/svg+xml", data: "PHN2Zy8+" },
    { type: "image", mimeType: "image/png", data: "http://169.254.169.254/" },
  ] as const;
  const history: Message[] = [{ role: "user", content }];
  expect((await run(driverFor(mock, "chat"), history)).end).toMatchObject({ reason: "done" });
  expect(bodies[0]).toContain("image/svg+xml");
  expect(bodies[0]).not.toContain("169.254");
});

test("Ollama is told how much to read", async () => {
  const mock = await startAimock([{ text: "a" }]);
  open.push(mock);
  const bodies = watchBodies();
  await run(driverFor(mock, "ollama"));
  expect(JSON.parse(bodies[0] ?? "{}")).toMatchObject({ options: { num_ctx: 16_384 } });
});

test("reasoning goes back to its own provider with its data, and to no other", async () => {
  const mock = await startAimock([{ text: "ok" }, { text: "ok" }]);
  open.push(mock);
  const bodies = watchBodies();
  const reasoning = (provider: string): AssistantBlock => ({
    type: "reasoning",
    text: "thinking aloud",
    providerData: { provider, data: { anthropic: { signature: "signed" } } },
  });
  const said = { type: "text", text: "Hi." } as const;
  const history = (provider: string): Message[] => [
    { role: "user", content: [{ type: "text", text: "Hello" }] },
    { role: "assistant", content: [reasoning(provider), said] },
  ];
  await run(driverFor(mock, "anthropic"), history("anthropic"));
  expect(bodies[0]).toContain('"signature":"signed"');
  await run(driverFor(mock, "anthropic"), history("google"));
  expect(bodies[1]).not.toContain("signed");
});

test("on the Anthropic wire the prefix is marked for the cache, and no other wire hears of it", async () => {
  const script = [{ toolCalls: [{ name: "paint", args: {} }] }, { text: "ok" }];
  for (const wire of WIRES) {
    const mock = await startAimock(script);
    open.push(mock);
    const bodies = watchBodies();
    await run(driverFor(mock, wire));
    vi.restoreAllMocks();
    expect(bodies).toHaveLength(2);
    const marks = bodies.map((body) => body.split('"cache_control":{"type":"ephemeral"}').length - 1);
    expect(marks).toEqual(wire === "anthropic" ? [2, 2] : [0, 0]);
  }
});

test("an answer of an old local server that names no reason but counts its tokens is whole", async () => {
  const lines = [
    { model: "x", created_at: "2030-01-01T00:00:00Z", message: { role: "assistant", content: "Hello" }, done: false },
    {
      model: "x",
      created_at: "2030-01-01T00:00:00Z",
      message: { role: "assistant", content: "" },
      done: true,
      eval_count: 2,
      prompt_eval_count: 3,
    },
  ];
  vi.spyOn(globalThis, "fetch").mockImplementation(
    async () =>
      new Response(lines.map((line) => JSON.stringify(line)).join("\n"), {
        headers: { "content-type": "application/x-ndjson" },
      }),
  );
  const found = resolveModel("ollama/x", {});
  if (!found.ok) throw new Error(found.code);
  expect((await run(found.driver)).end).toEqual({ reason: "done", usage: { inputTokens: 3, outputTokens: 2 } });
});
