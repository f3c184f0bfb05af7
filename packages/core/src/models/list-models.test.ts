import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { manualClock } from "@loop/testkit";
import { afterEach, expect, test } from "vitest";
import { listModels } from "./list-models.js";
import type { ProviderName } from "./provider-endpoints.js";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A real provider on a free port: what it was asked, and the environment that leads to it. */
async function startProvider(answer: Answer) {
  const seen: { url: string; headers: IncomingMessage["headers"] }[] = [];
  const server = createServer((request, response) => {
    seen.push({ url: request.url ?? "", headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  const environment = {
    OPENAI_API_KEY: "sk-canary",
    OPENAI_BASE_URL: `${origin}/v1`,
    ANTHROPIC_API_KEY: "sk-canary",
    ANTHROPIC_BASE_URL: `${origin}/v1`,
    GOOGLE_GENERATIVE_AI_API_KEY: "sk-canary",
    GOOGLE_BASE_URL: `${origin}/v1beta`,
    OLLAMA_BASE_URL: origin,
  };
  const list = (provider: ProviderName, signal = new AbortController().signal) =>
    listModels({ provider, environment, signal });
  return { seen, environment, list };
}

const json =
  (value: unknown, status = 200): Answer =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof value === "string" ? value : JSON.stringify(value));
  };

const names = (listed: Awaited<ReturnType<typeof listModels>>) =>
  listed.ok ? listed.models.map(({ name }) => name) : listed.code;

test("each provider is asked for its list in its own way, with its key in its own header", async () => {
  const byId = await startProvider(json({ data: [{ id: "zeta" }, { id: "alpha" }, { id: "bad name" }] }));
  for (const provider of ["openai", "openai-compatible", "anthropic"] as const) {
    expect(names(await byId.list(provider))).toEqual(["alpha", "zeta"]);
  }
  expect(byId.seen.map(({ url }) => url)).toEqual(["/v1/models", "/v1/models", "/v1/models?limit=1000"]);
  expect(byId.seen.map(({ headers }) => headers.authorization ?? headers["x-api-key"])).toEqual([
    "Bearer sk-canary",
    "Bearer sk-canary",
    "sk-canary",
  ]);
  const google = await startProvider(
    json({
      models: [
        { name: "models/gemini-x", supportedGenerationMethods: ["generateContent"] },
        { name: "models/embedding-x", supportedGenerationMethods: ["embedContent"] },
      ],
    }),
  );
  expect(names(await google.list("google"))).toEqual(["gemini-x"]);
  expect(google.seen[0]).toMatchObject({
    url: "/v1beta/models?pageSize=1000",
    headers: { "x-goog-api-key": "sk-canary" },
  });
  const ollama = await startProvider(json({ models: [{ name: "qwen3:8b" }] }));
  const listed = await ollama.list("ollama");
  expect(listed).toEqual({
    ok: true,
    models: [{ name: "qwen3:8b", capabilities: expect.objectContaining({ contextTokens: 16_384, maxTools: null }) }],
  });
  expect(ollama.seen[0]?.url).toBe("/api/tags");
  expect(JSON.stringify(ollama.seen)).not.toContain("canary");
});

test("a refusal is a code without a word of the provider's [ERR-02]", async () => {
  const raw = '{"error":{"message":"raw words sk-canary","status":"INVALID_ARGUMENT"}}';
  const googleKey = '{"error":{"details":[{"reason": "API_KEY_INVALID"}]}}';
  const answers: readonly [Answer, string][] = [
    [json(raw, 401), "model-key-rejected"],
    [json(raw, 403), "model-key-rejected"],
    [json(googleKey, 400), "model-key-rejected"],
    [json(raw, 400), "models-not-listed"],
    [json(raw, 404), "models-not-listed"],
    [json(raw, 429), "model-rate-limited"],
    [json(raw, 503), "model-failed"],
    [json("<html>"), "models-not-listed"],
    [json({ object: "list" }), "models-not-listed"],
    [json("x".repeat(4_000_001)), "models-not-listed"],
    [(request) => request.socket.destroy(), "model-unreachable"],
  ];
  for (const [answer, code] of answers) {
    const { list } = await startProvider(answer);
    expect(await list("openai")).toEqual({ ok: false, code });
  }
});

test("a redirect is not followed, so that a key stays where it was given for", async () => {
  const elsewhere = await startProvider(json({ data: [{ id: "x" }] }));
  const provider = await startProvider((_request, response) => {
    response.writeHead(307, { location: `${elsewhere.environment.OLLAMA_BASE_URL}/v1/models` });
    response.end();
  });
  expect(await provider.list("anthropic")).toEqual({ ok: false, code: "model-unreachable" });
  expect(elsewhere.seen).toEqual([]);
});

test("a provider that never answers is left after ten seconds, or at once when nobody waits any more", async () => {
  const { environment, list, seen } = await startProvider(() => {});
  const clock = manualClock();
  const { signal } = new AbortController();
  const listed = listModels({ provider: "openai", environment, signal, clock });
  await expect.poll(() => seen.length).toBe(1);
  await clock.advance(10_000);
  expect(await listed).toEqual({ ok: false, code: "model-timeout" });
  const leaving = new AbortController();
  const left = list("openai", leaving.signal);
  leaving.abort();
  expect(await left).toEqual({ ok: false, code: "model-test-cancelled" });
});

test("what is missing is said before anything is sent", async () => {
  const { signal } = new AbortController();
  const list = (provider: ProviderName) => listModels({ provider, environment: {}, signal });
  expect(await list("openai")).toEqual({ ok: false, code: "model-key-missing" });
  expect(await list("openai-compatible")).toEqual({ ok: false, code: "model-setting-missing" });
});
