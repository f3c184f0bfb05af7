import { createServer } from "node:http";
import { type ManualClock, manualClock, waitUntil } from "@loop/testkit";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { httpConfig, McpBench } from "../../test/mcp-bench.js";

let clock: ManualClock;
let bench: McpBench;
beforeEach(() => {
  clock = manualClock();
  bench = new McpBench({ clock });
});
afterEach(() => bench.close());

/** A server of the newer revision that says how long its list is good, and announces nothing. */
async function startWithTtl(ttlMs: number) {
  const state = { tools: ["one"], lists: 0 };
  const results: Record<string, () => object> = {
    "server/discover": () => ({ supportedVersions: ["2026-07-28"], capabilities: { tools: {} }, ttlMs: 0 }),
    "tools/list": () => {
      state.lists += 1;
      return { tools: state.tools.map((name) => ({ name, inputSchema: { type: "object" } })), ttlMs };
    },
  };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => {
      body += piece;
    });
    request.on("end", () => {
      const { id, method } = JSON.parse(body || "{}");
      const result = { ...results[method]?.(), resultType: "complete", cacheScope: "private" };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  await bench.manager.save(httpConfig("ttl", `http://127.0.0.1:${port}/`));
  await bench.until("ttl", "ready");
  return state;
}

const lifetime = () => bench.manager.lifetimeOf(bench.tool("one"));

test("a list is asked for again when its time is over, and an equal one keeps its lifetime [CHG-01]", async () => {
  const server = await startWithTtl(60_000);
  const before = lifetime();
  await clock.advance(59_999);
  expect(server.lists).toBe(1);
  await clock.advance(1);
  await waitUntil(() => server.lists === 2);
  await clock.advance(60_000);
  await waitUntil(() => server.lists === 3);
  expect(lifetime()).toBe(before);
  expect(before.isLive).toBe(true);
});

test("another list ends the lifetime of the old one and takes its place [CHG-01]", async () => {
  const server = await startWithTtl(60_000);
  const before = lifetime();
  server.tools = ["one", "two"];
  await clock.advance(60_000);
  await waitUntil(async () => (await bench.view("ttl"))?.toolCount === 2);
  expect(before.isLive).toBe(false);
  expect(lifetime().isLive).toBe(true);
});

test("a server that calls its list good for a moment is not asked without a pause", async () => {
  const server = await startWithTtl(1);
  await clock.advance(29_999);
  expect(server.lists).toBe(1);
  await clock.advance(1);
  await waitUntil(() => server.lists === 2);
});

test("after disabling, the list is not asked for again [LIF-12]", async () => {
  const server = await startWithTtl(60_000);
  await bench.manager.setEnabled("ttl", false);
  await bench.until("ttl", "disabled");
  await clock.advance(600_000);
  expect(server.lists).toBe(1);
});
