import { type FakeBehaviour, manualClock, prototypeNameTools, waitUntil } from "@loop/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { McpBench, textOf } from "../../test/mcp-bench.js";

let bench: McpBench;
beforeEach(() => {
  bench = new McpBench();
});
afterEach(() => bench.close());

async function ready(behaviour: FakeBehaviour = {}) {
  const fake = await bench.addStdio("one", behaviour);
  await bench.until("one", "ready");
  return fake;
}

describe("how a call ends", () => {
  test("an error result is the tool's failure with its own words [CAT-04]", async () => {
    await ready();
    expect(await bench.call("fail")).toEqual({
      status: "failed",
      code: "tool-failed",
      content: [{ type: "text", text: "it went wrong" }],
      mayHaveTakenEffect: false,
      serverAnswered: true,
    });
    expect(await bench.view("one")).toMatchObject({ status: "ready" });
  });

  test("a refusal by the server is no end of the connection [PER-13]", async () => {
    await ready({ faults: [{ on: "tools/call", do: "error", error: { code: -32602, message: "not today" } }] });
    expect(await bench.call("echo", { text: "x" })).toEqual({
      status: "failed",
      code: "tool-refused",
      content: [{ type: "text", text: expect.stringContaining("not today") }],
      mayHaveTakenEffect: false,
      serverAnswered: true,
    });
    expect(await bench.view("one")).toMatchObject({ status: "ready" });
  });

  test("a server that dies before or after it ran the tool is one failure, never a second call [LIF-11]", async () => {
    for (const fault of ["exit", "exit-after"] as const) {
      const fake = await ready({ faults: [{ on: "tools/call", do: fault }] });
      const lifetime = bench.manager.lifetimeOf(bench.tool("counter"));
      expect(await bench.call("counter", { key: "a" })).toMatchObject({
        status: "unreachable",
        code: "connection-closed",
        mayHaveTakenEffect: true,
        serverAnswered: false,
      });
      expect(await bench.untilCode("one")).toBe("connection-closed");
      expect(lifetime.isLive).toBe(false);
      expect(fake.journal.received("tools/call")).toHaveLength(1);
      expect(fake.journal.pids()).toHaveLength(1);
      await bench.manager.remove("one");
    }
  });

  test("a cancelled call is cancelled on the wire and may have taken effect [PER-08] [PER-14]", async () => {
    const fake = await ready();
    const stop = new AbortController();
    const call = bench.call("slow", { ms: 20_000 }, stop.signal);
    await waitUntil(() => fake.journal.executions("slow") === 1);
    stop.abort();
    expect(await call).toMatchObject({ status: "cancelled", code: "call-cancelled", mayHaveTakenEffect: true });
    await waitUntil(() => fake.journal.cancelled().length === 1);
    expect(textOf(await bench.call("echo", { text: "next" }))).toBe("next");
  });

  test("a call that was cancelled before it was sent is not sent", async () => {
    const fake = await ready();
    expect(await bench.call("echo", { text: "x" }, AbortSignal.abort())).toMatchObject({
      status: "cancelled",
      mayHaveTakenEffect: false,
    });
    expect(fake.journal.received("tools/call")).toEqual([]);
  });

  test("an answer after the cancellation is dropped", async () => {
    const fake = await ready({ answersCancelled: true });
    const stop = new AbortController();
    const call = bench.call("slow", { ms: 300 }, stop.signal);
    await waitUntil(() => fake.journal.executions("slow") === 1);
    stop.abort();
    await call;
    expect(textOf(await bench.call("slow", { ms: 400 }))).toBe("done");
  });

  test("a server that stops reading holds up its own calls only [PER-08]", async () => {
    await ready({
      faults: [{ on: "tools/call", do: "stop-reading" }],
      process: { ignoresEnd: true },
      tools: ["echo", "slow"],
    });
    const stop = new AbortController();
    const calls = [1, 2, 3].map(() => bench.call("echo", { text: "x".repeat(300_000) }, stop.signal));
    await bench.addHttp("other", { tools: ["add"] });
    await bench.until("other", "ready");
    expect(textOf(await bench.call("add", { a: 1, b: 2 }))).toBe("3");
    stop.abort();
    for (const result of await Promise.all(calls)) expect(["cancelled", "ok"]).toContain(result.status);
  });

  test("a tool that nobody handed out is unknown", async () => {
    await ready();
    const copy = { ...bench.tool("echo") };
    expect(await bench.manager.call(copy, { text: "x" }, bench.signal)).toMatchObject({
      code: "tool-unknown",
      mayHaveTakenEffect: false,
    });
    expect(bench.manager.lifetimeOf(copy).isLive).toBe(false);
  });
});

describe("sixty seconds", () => {
  test.each(["stdio", "http"] as const)(
    "end a call, progress or not, and the server stays ready, %s [PER-08]",
    async (kind) => {
      const clock = manualClock();
      await bench.close();
      bench = new McpBench({ clock, limits: { callMs: 60_000 } });
      const behaviour: FakeBehaviour = {
        faults: [{ on: "tools/call", tool: "slow", do: "progress", times: 5, everyMs: 10 }],
      };
      const fake = kind === "stdio" ? await bench.addStdio("one", behaviour) : await bench.addHttp("one", behaviour);
      await bench.until("one", "ready");
      const call = bench.call("slow", { ms: 100_000 });
      await waitUntil(() => fake.journal.executions("slow") === 1);
      let isOver = false;
      void call.then(() => {
        isOver = true;
      });
      await clock.advance(59_999);
      expect(isOver).toBe(false);
      await clock.advance(1);
      expect(await call).toMatchObject({ status: "failed", code: "call-timeout", mayHaveTakenEffect: true });
      expect(await bench.view("one")).toMatchObject({ status: "ready" });
      expect(textOf(await bench.call("echo", { text: "next" }))).toBe("next");
      expect(fake.journal.received("tools/call")).toHaveLength(2);
      let isClosed = false;
      void bench.close().then(() => {
        isClosed = true;
      });
      await waitUntil(async () => {
        await clock.advance(1_000);
        return isClosed;
      });
    },
  );
});

describe("results", () => {
  test("text and images stay, every other block becomes JSON text [CAT-04]", async () => {
    await ready({ tools: ["blocks", "unknown-block", "image"] });
    const { content } = await bench.call("blocks");
    expect(new Set(content.map((block) => block.type))).toEqual(new Set(["text", "image"]));
    const json = content.flatMap((block) =>
      block.type === "text" && block.text.startsWith("{") ? [JSON.parse(block.text).type] : [],
    );
    expect(new Set(json)).toEqual(new Set(["audio", "resource", "resource_link"]));
    const unknown = await bench.call("unknown-block");
    expect(unknown).toMatchObject({ status: "ok" });
    expect(unknown.content).toHaveLength(2);
    expect((await bench.call("image")).content[0]).toMatchObject({ type: "image", mimeType: "image/png" });
  });

  test("structured content is kept, whatever its schema says [CAT-04]", async () => {
    await ready({ tools: ["structured", "structured-missing", "structured-hostile"] });
    expect(await bench.call("structured")).toMatchObject({ status: "ok", structuredContent: { word: "sunny" } });
    expect(await bench.call("structured-missing")).toMatchObject({ status: "ok" });
    const began = performance.now();
    expect(await bench.call("structured-hostile", { length: 30 })).toMatchObject({ status: "ok" });
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  test.each(["stdio", "modern"] as const)("names that objects inherit are names like any other, %s", async (kind) => {
    const tools = prototypeNameTools();
    if (kind === "stdio") await bench.addStdio("one", { tools });
    else await bench.addHttp("one", { era: "modern", tools });
    await bench.until("one", "ready");
    expect(bench.manager.tools(bench.dir)).toHaveLength(tools.length);
    for (const { name } of tools) {
      const args = JSON.parse(`{"${String(name)}":"value"}`);
      expect(await bench.manager.validate(bench.tool(String(name)), args, bench.signal)).toEqual({ ok: true });
      expect(textOf(await bench.call(String(name), args))).toBe(JSON.stringify(args));
    }
    expect(Object.prototype).not.toHaveProperty("value");
  });
});
