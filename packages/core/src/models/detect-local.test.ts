import { manualClock } from "@loop/testkit";
import { expect, test } from "vitest";
import { detectModels, environmentFor } from "./detect-local.js";
import { resolveModel } from "./providers.js";

interface Seen {
  readonly url: string;
  readonly init: RequestInit | undefined;
}

/** Answers by address; everything else refuses the connection, as an empty port does. */
function network(answers: Record<string, () => Response | Promise<Response>>) {
  const seen: Seen[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = String(input);
    seen.push({ url, init });
    const answer = answers[url];
    if (answer === undefined) throw new TypeError("fetch failed");
    return answer();
  };
  return { seen, fetch };
}

const json = (value: unknown) => () => new Response(JSON.stringify(value));
const signal = new AbortController().signal;

test("keys in the environment and models on this computer are found, and nothing but lists is asked for", async () => {
  const { seen, fetch } = network({
    "http://127.0.0.1:11434/api/tags": json({ models: [{ name: "qwen3:8b" }, { name: "llama3.2" }] }),
    "http://127.0.0.1:1234/v1/models": json({ data: [{ id: "org/model" }, { id: "bad name\n" }] }),
    "http://127.0.0.1:8080/v1/models": () => new Response("<html>", { status: 200 }),
    "http://127.0.0.1:8000/v1/models": () => new Response("no", { status: 404 }),
  });
  const environment = { ANTHROPIC_API_KEY: "sk-secret", OPENAI_API_KEY: "" };
  const found = await detectModels({ environment, signal, fetch });
  expect(found).toEqual([
    { provider: "anthropic", reference: "anthropic/claude-sonnet-4-5", source: "environment" },
    { provider: "ollama", reference: "ollama/qwen3:8b", source: "http://127.0.0.1:11434" },
    { provider: "ollama", reference: "ollama/llama3.2", source: "http://127.0.0.1:11434" },
    { provider: "openai-compatible", reference: "openai-compatible/org/model", source: "http://127.0.0.1:1234" },
  ]);
  expect(JSON.stringify(found)).not.toContain("sk-secret");
  expect(seen.map(({ url }) => new URL(url).hostname)).toEqual(["127.0.0.1", "127.0.0.1", "127.0.0.1", "127.0.0.1"]);
  for (const { init } of seen) {
    expect(init?.method ?? "GET").toBe("GET");
    expect(init?.body).toBeUndefined();
    expect(init?.redirect).toBe("error");
    expect(init?.headers).toEqual({ accept: "application/json" });
  }
});

test("a port that accepts and says nothing costs 300 ms, not more", async () => {
  const clock = manualClock();
  const { fetch } = network({ "http://127.0.0.1:11434/api/tags": () => new Promise(() => {}) });
  const finding = detectModels({ environment: {}, signal, fetch, clock });
  await clock.advance(300);
  expect(await finding).toEqual([]);
});

test("a search that is called off finds nothing", async () => {
  const { fetch, seen } = network({});
  expect(await detectModels({ environment: {}, signal: AbortSignal.abort(), fetch })).toEqual([]);
  expect(seen).toEqual([]);
});

test("a found model can be used where it was found", () => {
  const model = { provider: "openai-compatible", reference: "openai-compatible/a", source: "http://127.0.0.1:1234" };
  expect(resolveModel(model.reference, environmentFor(model, {})).ok).toBe(true);
  expect(environmentFor({ ...model, source: "http://10.0.0.1:1234" }, {})).toEqual({});
});
