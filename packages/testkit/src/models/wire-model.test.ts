import { afterEach, expect, test } from "vitest";
import { waitUntil } from "../wait-until.js";
import { invalidKey, rateLimited, type WireScript } from "./wire-faults.js";
import { startWireModel, type WireModel } from "./wire-model.js";

const models: WireModel[] = [];

afterEach(async () => {
  for (const model of models.splice(0)) await model.close();
});

async function start(script: WireScript): Promise<WireModel> {
  const model = await startWireModel(script);
  models.push(model);
  return model;
}

function ask(model: WireModel, body: Record<string, unknown> = {}, signal?: AbortSignal): Promise<Response> {
  const messages = [
    { role: "system", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "hello" }] },
  ];
  const request = { model: "scripted", stream: true, messages, ...body };
  return fetch(`${model.baseUrl}/chat/completions`, {
    method: "POST",
    body: JSON.stringify(request),
    ...(signal ? { signal } : {}),
  });
}

test("a turn streams as reasoning, text and tool calls in pieces", async () => {
  const turn = {
    reasoning: "thinking hard",
    text: "Hello there.",
    toolCalls: [{ name: "echo", args: { text: "hi there" } }],
  };
  const model = await start([turn]);
  const text = await (
    await ask(model, { tools: [{ type: "function", function: { name: "echo", description: "E" } }] })
  ).text();
  const deltas = text
    .split("\n\n")
    .flatMap((event) => (event.startsWith("data: {") ? [JSON.parse(event.slice(6))] : []));
  const joined = (pick: (delta: Record<string, string>) => string | undefined) =>
    deltas.map((event) => pick(event.choices[0]?.delta ?? {}) ?? "").join("");
  expect(joined((delta) => delta.reasoning_content)).toBe("thinking hard");
  expect(joined((delta) => delta.content)).toBe("Hello there.");
  const pieces: { function: { arguments: string } }[] = deltas.flatMap(
    (event) => event.choices[0]?.delta.tool_calls ?? [],
  );
  expect(pieces.length).toBeGreaterThan(1);
  expect(JSON.parse(pieces.map((piece) => piece.function.arguments).join(""))).toEqual({ text: "hi there" });
  expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
  expect(model.requests[0]).toMatchObject({
    index: 0,
    system: "Be brief.",
    lastUserText: "hello",
    tools: [{ name: "echo", description: "E" }],
  });
});

test("a function of the request answers the tool result it sees", async () => {
  const model = await start((request) => ({ text: `saw ${request.toolResults.join()}` }));
  const messages = [
    { role: "user", content: "go" },
    { role: "assistant", tool_calls: [] },
    { role: "tool", content: "42" },
  ];
  const body = await (await ask(model, { messages, stream: false })).json();
  expect(body.choices[0].message.content).toBe("saw 42");
});

test("status faults answer as providers do", async () => {
  const model = await start([invalidKey, rateLimited(7), { wire: "html" }]);
  expect((await ask(model)).status).toBe(401);
  const limited = await ask(model);
  expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "7"]);
  const html = await ask(model);
  expect([html.status, html.headers.get("content-type")]).toEqual([502, "text/html"]);
});

test("a cut stream breaks and an unfinished one ends", async () => {
  const model = await start([{ wire: "cut" }, { wire: "unfinished" }, { wire: "bad-chunk" }]);
  await expect((await ask(model)).text()).rejects.toThrow();
  expect(await (await ask(model)).text()).not.toContain("[DONE]");
  expect(await (await ask(model)).text()).toContain('{"delta"\n\n');
});

test.each([
  { wire: "stall" },
  { wire: "silence" },
  { wire: "endless" },
  { wire: "slow", everyMs: 60_000, turn: { text: "a" } },
] as const)("$wire goes on until the client hangs up, and the model notices", async (fault) => {
  const model = await start([fault]);
  const controller = new AbortController();
  const reading = ask(model, {}, controller.signal).then((response) => response.text());
  await waitUntil(() => model.requests.length === 1);
  controller.abort();
  await expect(reading).rejects.toThrow();
  await waitUntil(() => model.requests[0]?.aborted === true);
});
