import { createServer, type Server, type Socket } from "node:net";
import {
  type Census,
  census,
  type FakeBehaviour,
  type RejectionTrap,
  trapRejections,
  waitForCensus,
  waitUntil,
} from "@loop/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { httpConfig, McpBench, textOf } from "../../test/mcp-bench.js";

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

const legacy = { era: "legacy" } as const;

describe("servers that cannot be discovered", () => {
  const rows: readonly (readonly [string, FakeBehaviour, string])[] = [
    ["never answers", { faults: [{ on: "*", do: "silence" }] }, "timeout"],
    ["answers 401", { faults: [{ on: "*", do: "status", status: 401 }] }, "authentication-required"],
    [
      "answers 401 and points to OAuth",
      {
        faults: [
          {
            on: "*",
            do: "status",
            status: 401,
            headers: { "www-authenticate": 'Bearer resource_metadata="http://169.254.169.254/x"' },
          },
        ],
      },
      "oauth-required",
    ],
    ["answers 403", { faults: [{ on: "*", do: "status", status: 403, body: "secret" }] }, "access-rejected"],
    ["answers 404", { faults: [{ on: "*", do: "status", status: 404 }] }, "not-found"],
    ["answers 500", { faults: [{ on: "*", do: "status", status: 500, body: "secret" }] }, "server-failed"],
    [
      "is a web page",
      { faults: [{ on: "*", do: "status", status: 200, body: "<html>", headers: { "content-type": "text/html" } }] },
      "not-mcp",
    ],
    ["cuts the connection", { faults: [{ on: "*", do: "drop" }] }, "connection-closed"],
    ["stalls after the headers", { faults: [{ on: "*", do: "stall" }] }, "timeout"],
    ["trickles its answer", { faults: [{ on: "tools/list", do: "trickle", everyMs: 400 }] }, "timeout"],
    [
      "never answers the initialized notice",
      { ...legacy, faults: [{ on: "notifications/initialized", do: "silence" }] },
      "timeout",
    ],
    ["never answers the list", { faults: [{ on: "tools/list", do: "silence" }] }, "timeout"],
    [
      "ends the list's stream early",
      { http: { style: "sse" }, faults: [{ on: "tools/list", do: "early-end" }] },
      "connection-closed",
    ],
    [
      "sends a list without end",
      { http: { style: "sse" }, faults: [{ on: "tools/list", do: "endless-event", chunkBytes: 1_000_000 }] },
      "invalid-catalog",
    ],
    ["sends a gzip bomb", { faults: [{ on: "tools/list", do: "gzip-bomb", bytes: 200_000_000 }] }, "not-mcp"],
    ["sends more than 500 tools", { tools: [{ many: 501 }] }, "invalid-catalog"],
    ["repeats its cursor", { pages: { size: 3, cursor: "repeat" } }, "invalid-catalog"],
    ["goes round in cursors", { pages: { size: 3, cursor: "cycle" } }, "invalid-catalog"],
    ["has ever new cursors", { pages: { size: 3, cursor: "endless" } }, "invalid-catalog"],
    ["has an empty cursor for ever", { pages: { size: 3, cursor: "empty" } }, "invalid-catalog"],
  ];

  test.each(rows)("a server that %s is an error with its code [ERR-01] [LIF-08]", async (_, behaviour, code) => {
    const rss = process.memoryUsage().rss;
    const fake = await bench.addHttp("bad", behaviour);
    expect(await bench.untilCode("bad")).toBe(code);
    expect(JSON.stringify(await bench.manager.list())).not.toContain("secret");
    expect(fake.journal.received("tools/call")).toEqual([]);
    expect(process.memoryUsage().rss - rss).toBeLessThan(200 * 1_024 * 1_024);
  });

  test("nobody listens, no such name, a wrong certificate [ERR-01]", async () => {
    await bench.manager.save(httpConfig("one", "http://127.0.0.1:45671/mcp"));
    expect(await bench.untilCode("one")).toBe("network-unreachable");
    await bench.manager.save(httpConfig("one", "http://no-such-name.invalid/mcp"));
    expect(await bench.untilCode("one")).toBe("address-not-found");
  });

  test("a half-open connection ends with the deadline [LIF-04]", async () => {
    const sockets = new Set<Socket>();
    const silent: Server = createServer((socket) => sockets.add(socket));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const address = silent.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    await bench.manager.save(httpConfig("half", `http://127.0.0.1:${port}/mcp`));
    expect(await bench.untilCode("half")).toBe("timeout");
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });
});

describe("redirects", () => {
  test("another origin is refused, and no header goes there [CFG-12]", async () => {
    const other = await bench.http();
    const statuses = [301, 302, 303, 307, 308] as const;
    for (const status of statuses) {
      const fake = await bench.http({ faults: [{ on: "*", do: "redirect", status, to: other.url }] });
      const config = httpConfig("moved", fake.url);
      if (config.transport.type !== "http") throw new Error("unreachable");
      const headers = [{ key: "X-Api-Key", value: "canary" }];
      await bench.manager.save({ ...config, transport: { ...config.transport, headers } });
      expect(await bench.untilCode("moved")).toBe("redirect-refused");
    }
    expect(other.connectionsAccepted).toBe(0);
  });

  test("the same origin may redirect with method and body kept", async () => {
    const fake = await bench.http({ faults: [{ on: "*", do: "redirect", status: 307, to: "/mcp", times: 1 }] });
    await bench.manager.save(httpConfig("near", fake.url));
    await bench.until("near", "ready");
    expect(textOf(await bench.call("echo", { text: "here" }))).toBe("here");
  });
});

describe("probing for the revision", () => {
  test.each([
    ["is answered with 500", { on: "server/discover", do: "status", status: 500 }],
    ["is never answered", { on: "server/discover", do: "silence" }],
    ["costs the connection", { on: "server/discover", do: "drop" }],
    [
      "is answered with a web page",
      { on: "server/discover", do: "status", status: 200, headers: { "content-type": "text/html" } },
    ],
  ] as const)("a healthy older server whose probe %s becomes ready [LIF-14]", async (_, fault) => {
    const fake = await bench.addHttp("old", { era: "legacy", faults: [fault] });
    await bench.until("old", "ready");
    await bench.manager.retry("old");
    await bench.until("old", "ready");
    expect(fake.journal.received("server/discover"), "the verdict is remembered").toHaveLength(1);
  });
});

describe("a server that speaks only the new revision", () => {
  test("is found however slowly it answers the probe [LIF-14]", async () => {
    const fake = await bench.addHttp("slow", {
      era: "modern",
      faults: [{ on: "server/discover", do: "delay", ms: 2_800 }],
    });
    await bench.until("slow", "ready");
    expect(textOf(await bench.call("echo", { text: "late but here" }))).toBe("late but here");
    expect(fake.journal.received("server/discover")).toHaveLength(1);
  });
});

describe("calls that go wrong", () => {
  async function ready(behaviour: FakeBehaviour) {
    const fake = await bench.addHttp("web", { ...behaviour, faults: [] });
    await bench.until("web", "ready");
    fake.setBehaviour({ faults: behaviour.faults ?? [] });
    return fake;
  }

  test.each([
    ["legacy", 401, "authentication-required"],
    ["modern", 403, "access-rejected"],
    ["legacy", 404, "session-lost"],
    ["legacy", 400, "session-lost"],
  ] as const)("in the %s era a %i ends the connection [PER-13] [LIF-11]", async (era, status, code) => {
    const fake = await ready({
      era,
      http: { session: era === "legacy" },
      faults: [{ on: "tools/call", do: "status", status }],
    });
    const lifetime = bench.manager.lifetimeOf(bench.tool("echo"));
    const result = await bench.call("echo", { text: "x" });
    expect(result).toMatchObject({ status: "unreachable", code, mayHaveTakenEffect: false, serverAnswered: false });
    expect(await bench.untilCode("web")).toBe(code);
    expect(lifetime.code).toBe(code);
    expect(fake.journal.received("tools/call")).toHaveLength(1);
  });

  test.each(["json", "sse"] as const)(
    "a cut connection is unreachable and may have taken effect, in %s [PER-14]",
    async (style) => {
      const fake = await ready({ http: { style }, faults: [{ on: "tools/call", do: "drop", when: "headers-sent" }] });
      expect(await bench.call("counter", { key: "a" })).toMatchObject({
        status: "unreachable",
        code: "connection-closed",
        mayHaveTakenEffect: true,
      });
      expect(fake.journal.received("tools/call")).toHaveLength(1);
    },
  );

  test("a stream that ends without the answer ends the call at once, and is not resumed [LIF-11]", async () => {
    const fake = await ready({
      http: { style: "sse" },
      faults: [{ on: "tools/call", do: "early-end", eventId: "1", retryMs: 1 }],
    });
    const result = await bench.call("counter", { key: "a" });
    expect(result).toMatchObject({ code: "connection-closed", mayHaveTakenEffect: true });
    expect(fake.journal.received("tools/call")).toHaveLength(1);
  });

  test.each([
    ["an event without end", { on: "tools/call", do: "endless-event", chunkBytes: 1_000_000 }],
    ["a gzip bomb", { on: "tools/call", do: "gzip-bomb", bytes: 100_000_000 }],
  ] as const)("%s fails the call alone", async (_, fault) => {
    const fake = await ready({ http: { style: "sse" }, faults: [fault] });
    expect(await bench.call("echo", { text: "x" })).toMatchObject({ status: "failed" });
    fake.setBehaviour({ faults: [] });
    expect(textOf(await bench.call("echo", { text: "next" }))).toBe("next");
  });

  test("a result of 20 MB fails alone [CAT-04]", async () => {
    await ready({ tools: ["bytes", "add"] });
    expect(await bench.call("bytes", { count: 20_000_000 })).toMatchObject({
      status: "failed",
      code: "result-too-large",
    });
    expect(textOf(await bench.call("add", { a: 1, b: 2 }))).toBe("3");
  });

  test("a 5xx is a failure that may have taken effect, and the server stays ready [PER-14]", async () => {
    await ready({ faults: [{ on: "tools/call", do: "status", status: 503, body: "secret" }] });
    const result = await bench.call("echo", { text: "x" });
    expect(result).toMatchObject({ status: "failed", code: "server-failed", mayHaveTakenEffect: true, content: [] });
    expect(await bench.view("web")).toMatchObject({ status: "ready" });
  });

  test("a server that is gone is unreachable, and nothing was sent", async () => {
    const fake = await ready({ era: "modern", listChanged: false });
    await fake.stop();
    expect(await bench.call("echo", { text: "x" })).toMatchObject({ status: "unreachable" });
    expect((await bench.until("web", "error")).status).toBe("error");
  });

  test.each(["legacy", "modern"] as const)(
    "a cancelled call closes its own socket in the %s era [PER-08]",
    async (era) => {
      const fake = await ready({ era, http: { style: "sse" } });
      const stop = new AbortController();
      const call = bench.call("slow", { ms: 30_000 }, stop.signal);
      await waitUntil(() => fake.journal.executions("slow") === 1);
      const open = fake.connectionCount;
      stop.abort();
      expect(await call).toMatchObject({ status: "cancelled", code: "call-cancelled", mayHaveTakenEffect: true });
      await waitUntil(
        () => fake.connectionCount < open || fake.journal.entries().some((entry) => entry.kind === "aborted"),
      );
      expect(textOf(await bench.call("echo", { text: "next" }))).toBe("next");
    },
  );
});

describe("sessions and streams", () => {
  test("a session is ended when the connection is closed [API-09]", async () => {
    const fake = await bench.addHttp("web", { era: "legacy", http: { session: true, stream: "hold" } });
    await bench.until("web", "ready");
    await bench.manager.setEnabled("web", false);
    await waitUntil(() => fake.journal.deletedSessions().length === 1);
    await waitUntil(() => fake.connectionCount === 0);
  });

  test("a server that closes its stream again and again is asked a few times, then said to be not followed", async () => {
    const fake = await bench.addHttp("web", { era: "legacy", http: { session: true, stream: "close", retryMs: 1 } });
    await bench.until("web", "ready");
    await waitUntil(async () => JSON.stringify(await bench.view("web")).includes("changesNotFollowed"), {
      withinMs: 12_000,
    });
    const opened = fake.journal.entries().filter((entry) => entry.kind === "http" && entry.detail === "GET");
    expect(opened.length).toBeLessThanOrEqual(4);
    expect(textOf(await bench.call("echo", { text: "works" }))).toBe("works");
    expect(fake.journal.received("initialize")).toHaveLength(1);
  }, 20_000);

  test.each(["legacy", "modern"] as const)(
    "a stream lost once is opened again and changes still arrive, %s era",
    async (era) => {
      const fake = await bench.addHttp("web", {
        era,
        catalogs: [["echo"], ["echo", "add"]],
        http: { stream: "hold", session: era === "legacy" },
      });
      await bench.until("web", "ready");
      await waitUntil(() => fake.streamCount === 1);
      fake.dropStreams();
      await waitUntil(() => fake.streamCount === 1);
      fake.bumpCatalog();
      await waitUntil(() => bench.manager.tools(bench.dir).length === 2);
      expect(fake.journal.received("initialize").length).toBeLessThanOrEqual(1);
    },
  );

  test("a server that dies is noticed by its stream [LIF-11]", async () => {
    const fake = await bench.addHttp("web", { era: "legacy", http: { session: true, stream: "hold" } });
    await bench.until("web", "ready");
    await waitUntil(() => fake.streamCount === 1);
    await fake.stop();
    expect(await bench.untilCode("web")).toBe("network-unreachable");
  }, 20_000);

  test("a server that forgot the session is noticed when its stream is opened again [LIF-11]", async () => {
    const fake = await bench.addHttp("web", { era: "legacy", http: { session: true, stream: "hold" } });
    await bench.until("web", "ready");
    await waitUntil(() => fake.streamCount === 1);
    fake.loseSessions();
    fake.dropStreams();
    expect(await bench.untilCode("web")).toBe("session-lost");
    expect(fake.journal.received("initialize")).toHaveLength(1);
  }, 20_000);
});
