import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  allProcesses,
  type Census,
  census,
  isAlive,
  processesWithEnvironment,
  type RejectionTrap,
  trapRejections,
  waitForCensus,
  waitUntil,
  waitUntilGone,
} from "@loop/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { McpBench, stdioConfig, textOf } from "../../test/mcp-bench.js";

let bench: McpBench;
let before: Census;
let rejections: RejectionTrap;
beforeEach(() => {
  before = census();
  rejections = trapRejections();
  bench = new McpBench();
});
afterEach(async () => {
  await bench.close();
  await waitForCensus(before, 8_000);
  rejections.release();
  expect(rejections.reasons).toEqual([]);
});

/** A healthy neighbour that must not notice anything. */
async function withNeighbour(run: () => Promise<void>): Promise<void> {
  await bench.addStdio("neighbour", { tools: ["echo"], listChanged: false });
  await bench.until("neighbour", "ready");
  await run();
  expect(await bench.view("neighbour")).toMatchObject({ status: "ready" });
  const echo = bench.tool("echo", "neighbour");
  expect(textOf(await bench.manager.call(echo, { text: "still here" }, bench.signal))).toBe("still here");
}

describe("servers that fail to start", () => {
  test.each([
    ["never answers initialize", { faults: [{ on: "initialize", do: "silence" }] }, "timeout"],
    ["answers nothing at all", { faults: [{ on: "*", do: "silence" }] }, "timeout"],
    ["never reads its input", { process: { readsStdin: false } }, "timeout"],
    ["never answers tools/list", { faults: [{ on: "tools/list", do: "silence" }] }, "timeout"],
    ["exits at once", { process: { exitAtStart: 3 } }, "connection-closed"],
    ["exits between initialize and list", { faults: [{ on: "tools/list", do: "exit" }] }, "connection-closed"],
    ["breaks off in the middle of a line", { faults: [{ on: "tools/list", do: "torn-line" }] }, "connection-closed"],
    [
      "refuses the list",
      { faults: [{ on: "tools/list", do: "error", error: { code: -32603, message: "secret" } }] },
      "server-failed",
    ],
    [
      "sends a list that is none",
      { faults: [{ on: "tools/list", do: "result", text: '{"tools":7}' }] },
      "invalid-catalog",
    ],
    ["speaks an unknown revision", { protocolVersion: "1999-01-01" }, "version-unsupported"],
  ] as const)(
    "a server that %s is an error with its code, and its process ends [ERR-01] [LIF-04]",
    async (_, behaviour, code) => {
      const fake = bench.stdio(behaviour);
      const config = stdioConfig("bad", fake);
      await bench.manager.save({ ...config, enabled: false });
      await bench.manager.setEnabled("bad", true);
      expect(await bench.untilCode("bad")).toBe(code);
      await waitUntilGone(fake.journal.pids(), 5_000);
      expect(JSON.stringify(await bench.manager.list())).not.toContain("secret");
      expect(fake.journal.pids().length).toBeLessThanOrEqual(1);
    },
  );

  test("a missing command, a file that is none and a missing directory are told apart [ERR-01]", async () => {
    const config = stdioConfig("one", bench.stdio());
    const { transport } = config;
    if (transport.type !== "stdio") throw new Error("unreachable");
    const plainFile = join(bench.dir, "notes.txt");
    writeFileSync(plainFile, "no program", { mode: 0o644 });
    const codes: string[] = [];
    for (const change of [
      { command: "loop-no-such-program" },
      { command: plainFile, args: [] },
      { cwd: "/no/such/directory" },
      { envVars: ["LOOP_TEST_NOT_SET"] },
    ]) {
      await bench.manager.save({ ...config, transport: { ...transport, ...change } });
      codes.push(await bench.untilCode("one"));
    }
    expect(codes).toEqual(["missing-command", "command-not-executable", "missing-directory", "missing-variable"]);
  });
});

describe("servers that talk too much", () => {
  test("noise on stdout and a flood on stderr harm nothing [ERR-02]", async () => {
    const noise = ["hello", '{"level":"info"}', "[1,2,3]", "{", '"text"', '{"jsonrpc":"2.0"}'];
    await bench.addStdio("noisy", {
      process: { banner: noise, stderrBytes: 2_000_000 },
      faults: [
        { on: "tools/call", do: "stdout-noise", lines: noise },
        { on: "tools/call", do: "stderr", bytes: 300_000 },
      ],
    });
    await bench.until("noisy", "ready");
    expect(textOf(await bench.call("echo", { text: "clear" }))).toBe("clear");
  });

  test("lines cut anywhere are put together again", async () => {
    await bench.addStdio("slow", { tools: ["unicode", "echo"], process: { splitBytes: true } });
    await bench.until("slow", "ready");
    expect(textOf(await bench.call("echo", { text: "grüße 🌍" }))).toBe("grüße 🌍");
  });

  test("a result of 20 MB fails alone, and the connection goes on [CAT-04]", async () => {
    await withNeighbour(async () => {
      await bench.addStdio("big", { tools: ["bytes", "add"] });
      await bench.until("big", "ready");
      expect(await bench.call("bytes", { count: 20_000_000 })).toMatchObject({
        status: "failed",
        code: "result-too-large",
        mayHaveTakenEffect: true,
        serverAnswered: true,
      });
      expect(textOf(await bench.call("add", { a: 1, b: 1 }))).toBe("2");
      expect(textOf(await bench.call("bytes", { count: 4_000_000 }))).toHaveLength(4_000_000);
    });
  });

  test("a result a million levels deep fails alone", async () => {
    await bench.addStdio("deep", { tools: ["deep", "add"] });
    await bench.until("deep", "ready");
    expect(await bench.call("deep", { depth: 1_000_000 })).toMatchObject({
      status: "failed",
      code: "result-too-large",
    });
    expect(await bench.call("deep", { depth: 1_000 })).toMatchObject({ status: "failed", code: "result-too-large" });
    expect(await bench.call("deep", { depth: 100 })).toMatchObject({ status: "ok" });
    expect(textOf(await bench.call("add", { a: 1, b: 1 }))).toBe("2");
  });

  test("answers sent twice, under foreign ids or as text count once or not at all", async () => {
    await bench.addStdio("odd", {
      tools: ["echo"],
      faults: [
        { on: "tools/call", do: "duplicate-response", times: 3 },
        { on: "tools/call", do: "stray-response", id: 4711 },
      ],
    });
    await bench.until("odd", "ready");
    for (const text of ["a", "b"]) expect(textOf(await bench.call("echo", { text }))).toBe(text);
  });

  test("5,000 notifications ahead of an answer cost a few lists and no failure [CHG-03]", async () => {
    const fake = await bench.addStdio("storm", {
      tools: ["echo"],
      faults: [{ on: "tools/list", do: "storm", count: 5_000, times: 1 }],
    });
    await bench.until("storm", "ready", 20_000);
    expect(fake.journal.received("tools/list").length).toBeLessThanOrEqual(4);
  });

  test("questions of the server are refused and nothing else happens [LIF-13]", async () => {
    const fake = await bench.addStdio("curious", {
      tools: ["echo"],
      faults: [{ on: "notifications/initialized", do: "ask", questions: ["sampling", "elicitation", "roots"] }],
    });
    await bench.until("curious", "ready");
    await waitUntil(() => fake.journal.entries().filter((entry) => entry.kind === "answered").length === 3);
    const answers = fake.journal.entries().filter((entry) => entry.kind === "answered");
    for (const { detail } of answers) expect(detail).toMatchObject({ error: { code: -32601 } });
    expect(fake.journal.received("initialize")[0]?.params).toMatchObject({ capabilities: {} });
  });
});

describe("servers that do not end", () => {
  test.each([
    ["ignores the end of its input", { ignoresEnd: true }],
    ["ignores SIGTERM too", { ignoresEnd: true, ignoresTerminate: true }],
    ["leaves a child in its group", { grandchildren: [{}] }],
    ["leaves a child that holds its output", { grandchildren: [{ holdsStdout: true, ignoresTerminate: true }] }],
    ["leaves a child in a session of its own", { grandchildren: [{ setsid: true, ignoresTerminate: true }] }],
  ] as const)(
    "a server that %s is gone with everything it started when the manager is closed [API-09]",
    async (_, habits) => {
      const fake = await bench.addStdio("stubborn", { process: habits });
      await bench.until("stubborn", "ready");
      const pids = [...fake.journal.pids(), ...fake.journal.grandchildPids()];
      expect(pids.every(isAlive)).toBe(true);
      await bench.manager.close();
      await waitUntilGone(pids, 500);
    },
  );

  test("a shell around the server goes with it [API-09]", async () => {
    const fake = await bench.addStdio("wrapped", { process: { ignoresEnd: true } }, { wrapped: true });
    await bench.until("wrapped", "ready");
    await bench.manager.remove("wrapped");
    await waitUntilGone(fake.journal.pids(), 4_000);
  });

  test("a server that ends by itself takes its children along [LIF-11]", async () => {
    const fake = await bench.addStdio("parent", { process: { grandchildren: [{ setsid: true }] } });
    await bench.until("parent", "ready");
    await fake.send({ do: "exit" }).catch(() => undefined);
    expect(await bench.untilCode("parent")).toBe("connection-closed");
    await waitUntilGone(fake.journal.grandchildPids(), 4_000);
  });

  test("no process of any of them is left that carries the marker", () => {
    const own = processesWithEnvironment(`LOOP_MCP_PROCESS=${process.pid}-`);
    expect(own.filter((info) => allProcesses().some((other) => other.pid === info.pid))).toEqual([]);
  });
});
