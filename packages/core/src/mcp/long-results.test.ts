import type { FakeBehaviour } from "@loop/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { McpBench, stdioConfig, textOf } from "../../test/mcp-bench.js";

/** Long enough to be read in slices on every way. */
const rows = Array.from({ length: 40_000 }, (_, index) => ({
  id: index,
  name: `Zeile ${index} „ä“`,
  tags: ["a", null],
}));
const text = 'He said "é😀\\"\n'.repeat(60_000);
const tools = [
  { name: "rows", inputSchema: { type: "object" }, result: { content: [], structuredContent: { rows } } },
  { name: "text", inputSchema: { type: "object" }, result: { content: [{ type: "text", text }] } },
  "echo",
  "deep",
] satisfies FakeBehaviour["tools"];

let bench: McpBench;
beforeEach(() => {
  bench = new McpBench({ limits: { callMs: 30_000 } });
});
afterEach(() => bench.close());

describe.each(["stdio", "json", "sse"] as const)("a long result over %s", (way) => {
  beforeEach(async () => {
    if (way === "stdio") await bench.addStdio("long", { tools });
    else await bench.addHttp("long", { era: "legacy", http: { style: way }, tools });
    await bench.until("long", "ready");
  });

  test("arrives whole, as it was sent [CAT-04]", async () => {
    const answer = await bench.call("rows");
    expect(JSON.stringify(answer.structuredContent)).toBe(JSON.stringify({ rows }));
    expect(textOf(answer)).toBe(JSON.stringify({ rows }));
    expect(textOf(await bench.call("text"))).toBe(text);
  });

  test("neither loses nor mixes up what is asked beside it [CAT-04]", async () => {
    const calls = ["one", "two", "three"].map((word) => bench.call("echo", { text: word }));
    const [long, other, ...short] = await Promise.all([bench.call("rows"), bench.call("text"), ...calls]);
    expect(JSON.stringify(long?.structuredContent)).toBe(JSON.stringify({ rows }));
    expect(other && textOf(other)).toBe(text);
    expect(short.map(textOf)).toEqual(["one", "two", "three"]);
  });

  // The HTTP fakes live in this process, and their own work would be counted.
  test.runIf(way === "stdio")("does less at one go than its parsing is", async () => {
    await bench.call("rows");
    const whole = await mostAtOneGo(async () => JSON.parse(JSON.stringify({ rows })));
    const sliced = await mostAtOneGo(() => bench.call("rows"));
    expect(sliced).toBeLessThan(whole);
  });
});

/** The most CPU time, in milliseconds, between two turns of the event loop; a busy machine does not change it. */
async function mostAtOneGo(work: () => Promise<unknown>): Promise<number> {
  let isRunning = true;
  let most = 0;
  let last = process.cpuUsage();
  const turn = () => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    most = Math.max(most, (user + system) / 1_000);
    if (isRunning) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isRunning = false;
  turn();
  return most;
}

/** Speaks the older revision, and ends as soon as the system took its one answer to a call. */
const shortLived = `
  const results = {
    initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "x", version: "1" } },
    "tools/list": { tools: [{ name: "rows", inputSchema: { type: "object" } }] },
    "tools/call": { content: [{ type: "text", text: "ok" }], structuredContent: { rows: Array(60000).fill({ id: 1, on: true }) } },
  };
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    if (id === undefined) return;
    const answer = JSON.stringify({ jsonrpc: "2.0", id, result: results[method] }) + "\\n";
    process.stdout.write(answer, () => method === "tools/call" && process.exit(0));
  });
`;

test("the last answer of a server that ends right after it is read to its end [LIF-11]", async () => {
  const fake = { command: process.execPath, args: ["-e", shortLived], env: {} };
  await bench.manager.save(stdioConfig("last", fake));
  await bench.until("last", "ready");
  const answer = await bench.call("rows");
  expect(answer.status).toBe("ok");
  expect(answer.structuredContent).toEqual({ rows: Array(60_000).fill({ id: 1, on: true }) });
  expect(await bench.untilCode("last")).toBe("connection-closed");
});
