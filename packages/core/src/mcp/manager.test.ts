import { waitUntil } from "@loop/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { codeOf, httpConfig, McpBench, stdioConfig, textOf } from "../../test/mcp-bench.js";
import type { McpChange } from "./manager.js";

let bench: McpBench;
beforeEach(() => {
  bench = new McpBench();
});
afterEach(() => bench.close());

describe("from a saved configuration to a call", () => {
  test("a stdio server becomes ready and its tool is called [API-03] [LIF-10] [CAT-01]", async () => {
    await bench.addStdio("files", { tools: ["echo", "add"] });
    expect(await bench.until("files", "ready")).toMatchObject({ status: "ready", toolCount: 2 });
    expect(await bench.call("echo", { text: "hello" })).toEqual({
      status: "ok",
      content: [{ type: "text", text: "hello" }],
      mayHaveTakenEffect: false,
      serverAnswered: true,
    });
  });

  test.each([
    ["legacy", "json"],
    ["legacy", "sse"],
    ["modern", "json"],
    ["modern", "sse"],
    ["dual", "sse"],
  ] as const)(
    "an HTTP server of the %s era answering in %s becomes ready and is called [LIF-14]",
    async (era, style) => {
      const fake = await bench.addHttp("web", { era, http: { style, session: era === "legacy" } });
      await bench.until("web", "ready");
      expect(textOf(await bench.call("echo", { text: "hello" }))).toBe("hello");
      expect(fake.journal.executions("echo")).toBe(1);
    },
  );

  test("a stdio server that speaks only the new revision is discovered, with one process [LIF-14]", async () => {
    const fake = await bench.addStdio("new", { era: "modern" });
    await bench.until("new", "ready");
    expect(fake.journal.pids()).toHaveLength(1);
    expect(textOf(await bench.call("add", { a: 2, b: 3 }))).toBe("5");
  });

  test("discovery sends initialise and lists, and calls nothing [LIF-07]", async () => {
    const fake = await bench.addStdio("quiet");
    await bench.until("quiet", "ready");
    expect(fake.journal.methods()).toEqual(["initialize", "notifications/initialized", "tools/list"]);
  });

  test("discovery of the new revision sends discover, listen and lists [LIF-07]", async () => {
    const fake = await bench.addHttp("new", { era: "modern" });
    await bench.until("new", "ready");
    expect(fake.journal.methods()).toEqual(["server/discover", "subscriptions/listen", "tools/list"]);
  });

  test("a server without the tools capability is ready with none [LIF-09]", async () => {
    const fake = await bench.addStdio("bare", { toolsCapability: false });
    expect(await bench.until("bare", "ready")).toMatchObject({ toolCount: 0 });
    expect(fake.journal.received("tools/list")).toEqual([]);
    expect(bench.manager.snapshot(bench.dir)).toEqual({ tools: [], servers: [] });
  });
});

describe("the management methods", () => {
  test("a new manager without a file has no servers and writes none [CFG-03] [API-01]", async () => {
    expect(await bench.manager.list()).toEqual([]);
    expect(() => bench.fileText()).toThrow();
  });

  test("create refuses a known id, update refuses an unknown one [API-03]", async () => {
    const config = { ...httpConfig("one", "http://127.0.0.1:45671/"), enabled: false };
    expect(await codeOf(bench.manager.save(config, false))).toBe("server-unknown");
    await bench.manager.save(config, true);
    expect(await codeOf(bench.manager.save(config, true))).toBe("server-exists");
    expect(await bench.manager.save({ ...config, name: "Other" }, false)).toMatchObject([
      { config: { name: "Other" } },
    ]);
  });

  test("a list waits for the writes asked for before it, and shows no secret [API-02]", async () => {
    const config = { ...httpConfig("one", "http://127.0.0.1:45671/"), enabled: false };
    const secret = { ...config.transport, headers: [{ key: "x-key", value: "secret-value" }] };
    const saving = bench.manager.save({ ...config, transport: secret });
    const listed = await bench.manager.list();
    expect(listed).toMatchObject([
      {
        status: "disabled",
        toolCount: 0,
        config: { transport: { headers: [{ key: "x-key", value: "", saved: true }] } },
      },
    ]);
    expect(await saving).toEqual(listed);
    expect(bench.fileText()).toContain("secret-value");
  });

  test("unknown ids have one code everywhere [CFG-17]", async () => {
    expect(await codeOf(bench.manager.setEnabled("none", true))).toBe("server-unknown");
    expect(await codeOf(bench.manager.remove("none"))).toBe("server-unknown");
    expect(await codeOf(bench.manager.retry("none"))).toBe("server-unknown");
  });

  test("a disabled configuration is saved and nothing is started [LIF-06]", async () => {
    const fake = bench.stdio();
    await bench.manager.save({ ...stdioConfig("off", fake), enabled: false });
    expect(await bench.view("off")).toMatchObject({ status: "disabled", toolCount: 0 });
    expect(await codeOf(bench.manager.retry("off"))).toBe("server-disabled");
    expect(fake.journal.pids()).toEqual([]);
  });

  test("switching off ends the process and the lifetime, switching on starts anew [API-04] [CAT-06]", async () => {
    const fake = await bench.addStdio("one");
    await bench.until("one", "ready");
    const echo = bench.tool("echo");
    const lifetime = bench.manager.lifetimeOf(echo);
    await bench.manager.setEnabled("one", false);
    expect(lifetime.code).toBe("server-disabled");
    expect(await bench.manager.call(echo, { text: "x" }, bench.signal)).toMatchObject({
      status: "cancelled",
      code: "catalog-changed",
      mayHaveTakenEffect: false,
    });
    await bench.manager.setEnabled("one", true);
    await bench.until("one", "ready");
    expect(fake.journal.pids()).toHaveLength(2);
    expect(fake.journal.executions("echo")).toBe(0);
  });

  test("removing ends the connection and forgets the server [API-05]", async () => {
    await bench.addHttp("one");
    await bench.until("one", "ready");
    expect(await bench.manager.remove("one")).toEqual([]);
    expect(bench.manager.tools(bench.dir)).toEqual([]);
    expect(JSON.parse(bench.fileText())).toEqual({ version: 1, servers: [] });
  });

  test("retry begins a fresh discovery of a failed server [API-06] [LIF-11]", async () => {
    const fake = await bench.addStdio("flaky", { process: { exitAtStart: 1 } });
    expect(await bench.untilCode("flaky")).toBe("connection-closed");
    fake.setBehaviour({ process: {} });
    await bench.manager.retry("flaky");
    await bench.until("flaky", "ready");
    expect(fake.journal.pids().length).toBeGreaterThanOrEqual(1);
  });

  test("saving an unchanged ready server keeps its lifetime, so does another name [LIF-05]", async () => {
    const fake = await bench.addStdio("one");
    await bench.until("one", "ready");
    const lifetime = bench.manager.lifetimeOf(bench.tool("echo"));
    await bench.manager.save(stdioConfig("one", fake));
    await bench.manager.save({ ...stdioConfig("one", fake), name: "Renamed" });
    expect(bench.manager.lifetimeOf(bench.tool("echo"))).toBe(lifetime);
    expect(lifetime.isLive).toBe(true);
    expect(bench.tool("echo").serverName).toBe("Renamed");
    expect(fake.journal.pids()).toHaveLength(1);
  });

  test("saving an unchanged failed server tries again [LIF-05]", async () => {
    const fake = await bench.addStdio("one", { process: { exitAtStart: 1 } });
    await bench.untilCode("one");
    fake.setBehaviour({ process: {} });
    await bench.manager.save(stdioConfig("one", fake));
    await bench.until("one", "ready");
  });

  test("a changed configuration replaces the connection [LIF-12]", async () => {
    const fake = await bench.addStdio("one");
    await bench.until("one", "ready");
    const lifetime = bench.manager.lifetimeOf(bench.tool("echo"));
    const config = stdioConfig("one", fake);
    await bench.manager.save({
      ...config,
      transport: { ...fake, type: "stdio", env: [{ key: "A", value: "1" }], envVars: [], cwd: "" },
    });
    expect(lifetime.isLive).toBe(false);
    await bench.until("one", "ready");
    expect(fake.journal.pids()).toHaveLength(2);
  });

  test("a manager that is about one server starts no other, and keeps them all", async () => {
    const other = await bench.addStdio("other");
    await bench.until("other", "ready");
    await bench.manager.close();
    const narrow = bench.open({ connectOnly: ["mine"] });
    const mine = bench.stdio();
    await narrow.save(stdioConfig("mine", mine), true);
    await waitUntil(async () => (await narrow.list()).some(({ status }) => status === "ready"), { withinMs: 20_000 });
    const seen = (await narrow.list()).map(({ config, status }) => [config.id, config.enabled, status]);
    expect(seen).toEqual([
      ["other", true, "disabled"],
      ["mine", true, "ready"],
    ]);
    expect(other.journal.pids()).toHaveLength(1);
    await narrow.retry("other");
    await waitUntil(async () => (await narrow.list()).every(({ status }) => status === "ready"), { withinMs: 20_000 });
    expect(bench.fileText()).toContain('"id": "other"');
  });

  test("changes are told without being asked for [API-10]", async () => {
    const seen: McpChange[] = [];
    const stop = bench.manager.subscribe((change) => seen.push(change));
    await bench.addStdio("one", { tools: ["echo"] });
    await waitUntil(() => seen.some((change) => change.view?.status === "ready"), { withinMs: 10_000 });
    expect(seen.map((change) => change.view?.status)).toContain("connecting");
    await bench.manager.remove("one");
    expect(seen.at(-1)).toEqual({ serverId: "one", view: null });
    stop();
    const count = seen.length;
    await bench.addStdio("two");
    expect(seen).toHaveLength(count);
  });

  test("a closed manager refuses every change and hands out no tools [API-09]", async () => {
    await bench.addStdio("one");
    await bench.until("one", "ready");
    const lifetime = bench.manager.lifetimeOf(bench.tool("echo"));
    await bench.manager.close();
    expect(lifetime.isLive).toBe(false);
    expect(bench.manager.tools(bench.dir)).toEqual([]);
    expect(await codeOf(bench.manager.list())).toBe("manager-closed");
    expect(await codeOf(bench.manager.setEnabled("one", true))).toBe("manager-closed");
  });
});

describe("snapshots", () => {
  test("tools and service rows are one instant, without connection configuration [API-07] [API-08]", async () => {
    await bench.addStdio("one", { tools: ["echo"], instructions: "First line.\nSecond." });
    await bench.until("one", "ready");
    const { servers, tools } = bench.manager.snapshot(bench.dir);
    expect(servers).toEqual([
      {
        id: "one",
        name: "Name of one",
        instructions: "First line.\nSecond.",
        toolNames: tools.map((tool) => tool.name),
      },
    ]);
    expect(Object.keys(tools[0] ?? {}).sort()).toEqual(
      ["description", "inputSchema", "label", "name", "serverId", "serverName", "toolName"].sort(),
    );
    expect(bench.manager.tools(bench.dir)).toEqual(tools);
  });

  test("a snapshot taken earlier never changes [CAT-01]", async () => {
    const fake = await bench.addStdio("one", { catalogs: [["echo"], ["echo", "add"]] });
    await bench.until("one", "ready");
    const before = bench.manager.snapshot(bench.dir);
    await fake.send({ do: "bump" });
    await waitUntil(() => bench.manager.tools(bench.dir).length === 2, { withinMs: 10_000 });
    expect(before.tools.map((tool) => tool.toolName)).toEqual(["echo"]);
    expect(bench.manager.lifetimeOf(before.tools[0] ?? bench.tool("echo")).code).toBe("catalog-changed");
  });
});
