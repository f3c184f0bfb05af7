import { afterEach, expect, test } from "vitest";
import { type Aimock, startAimock } from "./aimock.js";

const running: Aimock[] = [];

afterEach(async () => {
  for (const mock of running.splice(0)) await mock.close();
});

const tool = {
  name: "echo",
  description: "Echoes.",
  schema: { type: "object", properties: { text: { type: "string" } } },
};

const wires = {
  chat: {
    path: "/chat/completions",
    body: {
      model: "scripted",
      stream: true,
      messages: [{ role: "user", content: "hello" }],
      tools: [
        { type: "function", function: { name: tool.name, description: tool.description, parameters: tool.schema } },
      ],
    },
  },
  responses: {
    path: "/responses",
    body: {
      model: "scripted",
      stream: true,
      input: [{ role: "user", content: [{ type: "input_text", text: "hello" }] }],
      tools: [{ type: "function", name: tool.name, description: tool.description, parameters: tool.schema }],
    },
  },
  anthropic: {
    path: "/messages",
    body: {
      model: "scripted",
      stream: true,
      max_tokens: 100,
      messages: [{ role: "user", content: [{ type: "text", text: "hello" }] }],
      tools: [{ name: tool.name, description: tool.description, input_schema: tool.schema }],
    },
  },
  google: {
    path: "/models/scripted:streamGenerateContent?alt=sse",
    body: {
      contents: [{ role: "user", parts: [{ text: "hello" }] }],
      tools: [{ functionDeclarations: [{ name: tool.name, description: tool.description, parameters: tool.schema }] }],
    },
  },
} as const;

test.each(["chat", "responses", "anthropic", "google"] as const)(
  "one script is served over the %s wire",
  async (wire) => {
    const mock = await startAimock([
      { reasoning: "hmm", text: "Calling.", toolCalls: [{ name: "echo", args: { text: "hi" } }] },
      (request) => ({ text: `request ${request.index}` }),
    ]);
    running.push(mock);
    const post = async () => {
      const response = await fetch(`${mock.baseUrls[wire]}${wires[wire].path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(wires[wire].body),
      });
      return response.text();
    };
    const first = await post();
    expect(first).toContain("Calling.");
    expect(first).toContain("echo");
    expect(await post()).toContain("request 1");
    expect(mock.requests[0]).toMatchObject({
      lastUserText: "hello",
      tools: [{ name: "echo", description: "Echoes." }],
    });
  },
);
