import { isAlive, waitUntil, waitUntilGone } from "@loop/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { codeOf, httpConfig, McpBench, stdioConfig, textOf } from "../../test/mcp-bench.js";

let bench: McpBench;
beforeEach(() => {
  bench = new McpBench();
});
afterEach(() => bench.close());

const silent = { faults: [{ on: "initialize", do: "silence" }] } as const;

describe("slots", () => {
  test("at most three connect at once, the others are queued and follow in order [LIF-02]", async () => {
    const fakes = Array.from({ length: 5 }, () => bench.stdio(silent));
    for (const [index, fake] of fakes.entries()) await bench.manager.save(stdioConfig(`s${index}`, fake));
    const statuses = async () => (await bench.manager.list()).map((view) => view.status);
    expect(await statuses()).toEqual(["connecting", "connecting", "connecting", "queued", "queued"]);
    await bench.manager.setEnabled("s0", false);
    await waitUntil(async () => (await statuses())[3] === "connecting", { withinMs: 5_000 });
    expect((await statuses())[4]).toBe("queued");
    const waiting = await bench.addHttp("last");
    expect((await bench.view("last"))?.status).toBe("queued");
    expect(waiting.connectionsAccepted).toBe(0);
  });

  test("a slot is free only when the process is really gone [LIF-02]", async () => {
    const stubborn = { ...silent, process: { ignoresEnd: true, ignoresTerminate: true } };
    const fakes = [0, 1, 2].map(() => bench.stdio(stubborn));
    for (const [index, fake] of fakes.entries()) await bench.manager.save(stdioConfig(`s${index}`, fake));
    await waitUntil(() => fakes.every((fake) => fake.journal.received("initialize").length === 1), {
      withinMs: 10_000,
    });
    await bench.addHttp("next");
    await bench.manager.setEnabled("s0", false);
    const [pid] = fakes[0]?.journal.pids() ?? [];
    if (pid === undefined) throw new Error("unreachable");
    await waitUntil(async () => {
      const status = (await bench.view("next"))?.status;
      expect(status !== "queued" && isAlive(pid), "the slot was given away too early").toBe(false);
      return status === "ready";
    });
  });

  test("a refresh takes no slot [LIF-02]", async () => {
    const fake = await bench.addHttp("web", { era: "modern", catalogs: [["echo"], ["add"]] });
    await bench.until("web", "ready");
    for (const index of [0, 1, 2]) await bench.manager.save(stdioConfig(`s${index}`, bench.stdio(silent)));
    fake.bumpCatalog();
    await waitUntil(() => bench.manager.tools(bench.dir)[0]?.toolName === "add");
  });
});

describe("nothing waits for a server", () => {
  test("list, save and snapshot answer at once while ten servers hang [LIF-01] [WEB-09]", async () => {
    await bench.addHttp("ready", { tools: ["echo"] });
    await bench.until("ready", "ready");
    const hanging = await bench.http({ faults: [{ on: "*", do: "silence" }] });
    for (let index = 0; index < 10; index += 1)
      await bench.manager.save(httpConfig(`h${index}`, `${hanging.url}?${index}`));
    const began = performance.now();
    expect(bench.manager.snapshot(bench.dir).tools).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(50);
    expect(await bench.manager.list()).toHaveLength(11);
    expect(textOf(await bench.call("echo", { text: "now" }))).toBe("now");
    await bench.manager.remove("h3");
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe("limits", () => {
  test("a set-up may take longer than any other discovery [LIF-03] [LIF-04]", async () => {
    const patient = new McpBench({ limits: { initialiseMs: 700, discoveryMs: 1_000, setupMs: 15_000, probeMs: 300 } });
    try {
      const fake = await patient.addStdio("slow", { process: { startDelayMs: 1_500 } });
      await patient.until("slow", "ready");
      await patient.manager.retry("slow");
      expect(await patient.untilCode("slow")).toBe("timeout");
      await patient.manager.save(stdioConfig("slow", fake));
      await patient.until("slow", "ready");
    } finally {
      await patient.close();
    }
  });

  test("a server that speaks only the new revision and starts slowly is found all the same [LIF-14]", async () => {
    const fake = await bench.addStdio("slow", { era: "modern", process: { startDelayMs: 1_500 } });
    await bench.until("slow", "ready");
    expect(fake.journal.pids()).toHaveLength(1);
    expect(textOf(await bench.call("add", { a: 20, b: 22 }))).toBe("42");
  });
});

describe("late results", () => {
  test("disabling, changing or removing while a server connects ends its process [LIF-12]", async () => {
    const fake = bench.stdio({ faults: [{ on: "tools/list", do: "delay", ms: 700 }] });
    for (const end of ["disable", "remove", "change"] as const) {
      const before = fake.journal.pids().length;
      await bench.manager.save(stdioConfig("one", fake));
      await waitUntil(() => fake.journal.received("tools/list").length > before, { withinMs: 10_000 });
      const pids = fake.journal.pids();
      if (end === "disable") await bench.manager.setEnabled("one", false);
      if (end === "remove") await bench.manager.remove("one");
      if (end === "change")
        await bench.manager.save({ ...httpConfig("one", "http://127.0.0.1:45671/mcp"), enabled: false });
      await waitUntilGone(pids, 5_000);
      expect(bench.manager.tools(bench.dir)).toEqual([]);
      if (end !== "remove") expect(await bench.view("one")).toMatchObject({ status: "disabled" });
    }
  });

  test("closing in the middle of everything leaves nothing [API-09]", async () => {
    const fakes = Array.from({ length: 4 }, () =>
      bench.stdio({ faults: [{ on: "initialize", do: "delay", ms: 400 }] }),
    );
    for (const [index, fake] of fakes.entries()) await bench.manager.save(stdioConfig(`s${index}`, fake));
    await waitUntil(() => fakes.some((fake) => fake.journal.pids().length > 0));
    const saving = codeOf(bench.manager.save(stdioConfig("late", fakes[0] ?? bench.stdio())));
    await bench.manager.close();
    expect(["manager-closed", "(it did not fail)"]).toContain(await saving);
    await waitUntilGone(
      fakes.flatMap((fake) => fake.journal.pids()),
      1_000,
    );
  });
});

describe("changes of the list", () => {
  test("a notification ends the lifetime and pending calls, and the new list follows on the same process [CHG-01] [CHG-04]", async () => {
    const fake = await bench.addStdio("one", {
      catalogs: [
        ["slow", "echo"],
        ["slow", "add"],
      ],
    });
    await bench.until("one", "ready");
    const lifetime = bench.manager.lifetimeOf(bench.tool("echo"));
    const pending = bench.call("slow", { ms: 20_000 });
    await waitUntil(() => fake.journal.executions("slow") === 1);
    await fake.send({ do: "bump" });
    expect(await pending).toMatchObject({ status: "cancelled", code: "catalog-changed", mayHaveTakenEffect: true });
    expect(lifetime.code).toBe("catalog-changed");
    await waitUntil(() => bench.manager.tools(bench.dir).some((tool) => tool.toolName === "add"));
    expect(fake.journal.pids()).toHaveLength(1);
    expect(fake.journal.cancelled()).toHaveLength(1);
  });

  test("while the list is refreshed the server is refreshing and offers nothing [CHG-01]", async () => {
    const fake = await bench.addStdio("one", { faults: [{ on: "tools/list", do: "delay", ms: 600, after: 1 }] });
    await bench.until("one", "ready");
    await fake.notifyListChanged();
    await bench.until("one", "refreshing", 1_000);
    expect(bench.manager.tools(bench.dir)).toEqual([]);
    await bench.until("one", "ready");
  });

  test.each(["stdio", "legacy", "modern"] as const)(
    "a thousand notifications cost a few lists, %s [CHG-03]",
    async (kind) => {
      const fake =
        kind === "stdio"
          ? await bench.addStdio("one")
          : await bench.addHttp("one", { era: kind, http: { stream: "hold" } });
      await bench.until("one", "ready");
      if ("streamCount" in fake) await waitUntil(() => fake.streamCount === 1);
      const before = fake.journal.received("tools/list").length;
      await fake.notifyListChanged(1_000);
      await waitUntil(() => fake.journal.received("tools/list").length > before);
      await bench.until("one", "ready");
      expect(fake.journal.received("tools/list").length - before).toBeLessThanOrEqual(4);
    },
  );

  test("four notifications ahead of the first list still lead to ready [CHG-03]", async () => {
    const fake = await bench.addStdio("one", { faults: [{ on: "tools/list", do: "storm", count: 4, times: 1 }] });
    await bench.until("one", "ready");
    expect(fake.journal.received("tools/list")).toHaveLength(2);
  });

  test.each([
    ["is refused", { on: "tools/list", do: "error", error: { code: -32603, message: "no" }, after: 1 }],
    ["never comes", { on: "tools/list", do: "silence", after: 1 }],
  ] as const)(
    "a refresh whose list %s closes the connection and keeps the configuration [CHG-02] [CHG-05]",
    async (_, fault) => {
      const fake = await bench.addStdio("one", { faults: [fault] });
      await bench.until("one", "ready");
      await fake.notifyListChanged();
      expect(await bench.untilCode("one")).toBe("refresh-failed");
      await waitUntilGone(fake.journal.pids(), 5_000);
      expect(bench.fileText()).toContain('"one"');
      fake.setBehaviour({ faults: [] });
      await bench.manager.retry("one");
      await bench.until("one", "ready");
    },
  );
});
