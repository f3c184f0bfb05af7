import { expect, test, vi } from "vitest";
import { resolveModel } from "./providers.js";

const keys = { OPENAI_API_KEY: "sk-1", ANTHROPIC_API_KEY: "sk-2", GOOGLE_GENERATIVE_AI_API_KEY: "sk-3" };

function outcome(reference: string, environment: Record<string, string> = {}): string {
  const found = resolveModel(reference, environment);
  if (!found.ok) return found.code;
  return `${found.driver.id} ${found.driver.capabilities.toolResultImages ? "pictures" : "text"}`;
}

test("a model is named provider/model, split at the first slash", () => {
  expect(outcome("openai/gpt-5", keys)).toBe("openai/gpt-5 pictures");
  expect(outcome("openai/gpt-5", { ...keys, OPENAI_BASE_URL: "http://localhost:1/v1" })).toBe("openai/gpt-5 text");
  expect(outcome("anthropic/claude-sonnet-4-5", keys)).toBe("anthropic/claude-sonnet-4-5 pictures");
  expect(outcome("google/gemini-2.5-pro", keys)).toBe("google/gemini-2.5-pro pictures");
  expect(outcome("google/gemini-2.5-pro", { GEMINI_API_KEY: "k" })).toBe("google/gemini-2.5-pro pictures");
  expect(outcome("ollama/qwen3:8b")).toBe("ollama/qwen3:8b text");
  const compatible = { OPENAI_BASE_URL: "http://localhost:1/v1/" };
  expect(outcome("openai-compatible/org/model:free", compatible)).toBe("openai-compatible/org/model:free text");
});

test("what cannot be used has its code", () => {
  for (const name of ["", "gpt-5", "/gpt-5", "openai/", "mistral/large", "constructor/x", "OpenAI/gpt-5"]) {
    expect(outcome(name, keys)).toBe("model-unknown");
  }
  for (const name of ["openai/gpt-5", "anthropic/claude", "google/gemini"]) {
    expect(outcome(name)).toBe("model-key-missing");
    expect(outcome(name, { OPENAI_API_KEY: " ", ANTHROPIC_API_KEY: "", GOOGLE_GENERATIVE_AI_API_KEY: "" })).toBe(
      "model-key-missing",
    );
  }
  expect(outcome("openai-compatible/x", keys)).toBe("model-setting-missing");
  for (const address of ["localhost:1234", "file:///etc", "not an address"]) {
    expect(outcome("openai-compatible/x", { OPENAI_BASE_URL: address })).toBe("model-setting-missing");
    expect(outcome("ollama/x", { OLLAMA_BASE_URL: address })).toBe("model-setting-missing");
  }
});

test("what Ollama reads can be set", () => {
  const found = resolveModel("ollama/x", { OLLAMA_CONTEXT_LENGTH: "65536" });
  expect(found.ok && found.driver.capabilities.contextTokens).toBe(65_536);
});

test("each provider is asked at its own address with its own key, whatever the process has set, and OpenAI keeps nothing", async () => {
  vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:9/wrong");
  vi.stubEnv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9/wrong");
  const asked: { url: string; body: string; headers: string }[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const headers = JSON.stringify([...new Headers(init?.headers)]);
    asked.push({ url: String(input), body: String(init?.body), headers });
    return new Response("{}", { status: 401 });
  });
  for (const name of ["openai/gpt-5", "anthropic/claude-sonnet-4-5", "google/gemini-2.5-pro"]) {
    const found = resolveModel(name, keys);
    if (!found.ok) throw new Error(found.code);
    const { signal } = new AbortController();
    const messages = [{ role: "user" as const, content: [{ type: "text" as const, text: "hello" }] }];
    const events = [];
    for await (const event of found.driver.stream({ system: "s", messages, tools: [], signal })) events.push(event);
    expect(events).toEqual([{ type: "failed", code: "model-key-rejected" }]);
  }
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  expect(asked.map(({ url }) => url)).toEqual([
    "https://api.openai.com/v1/responses",
    "https://api.anthropic.com/v1/messages",
    expect.stringContaining(
      "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:streamGenerateContent",
    ),
  ]);
  expect(JSON.parse(asked[0]?.body ?? "{}")).toMatchObject({ store: false });
  expect(asked.map(({ headers }) => headers.match(/sk-\d/)?.[0])).toEqual(["sk-1", "sk-2", "sk-3"]);
});

test("a model's request follows no redirect, so that a key stays where it was given for", async () => {
  const seen: (RequestRedirect | undefined)[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (_input, init) => {
    seen.push(init?.redirect);
    throw new TypeError("fetch failed");
  });
  const environment = { ...keys, OPENAI_BASE_URL: "http://localhost:1/v1" };
  for (const name of ["openai/x", "openai-compatible/x", "anthropic/x", "google/x"]) {
    const found = resolveModel(name, environment, { idleMs: 50 });
    if (!found.ok) throw new Error(found.code);
    const { signal } = new AbortController();
    const messages = [{ role: "user" as const, content: [{ type: "text" as const, text: "hello" }] }];
    for await (const _event of found.driver.stream({ system: "", messages, tools: [], signal }));
  }
  vi.restoreAllMocks();
  expect(new Set(seen)).toEqual(new Set(["error"]));
  expect(seen.length).toBeGreaterThanOrEqual(4);
});

test("a wrong key at Google is said as one, though it comes as a bad request", async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
    Response.json({ error: { code: 400, details: [{ reason: "API_KEY_INVALID" }] } }, { status: 400 }),
  );
  const found = resolveModel("google/gemini", keys);
  if (!found.ok) throw new Error(found.code);
  const { signal } = new AbortController();
  const messages = [{ role: "user" as const, content: [{ type: "text" as const, text: "hello" }] }];
  const events = [];
  for await (const event of found.driver.stream({ system: "", messages, tools: [], signal })) events.push(event);
  vi.restoreAllMocks();
  expect(events).toEqual([{ type: "failed", code: "model-key-rejected" }]);
});
