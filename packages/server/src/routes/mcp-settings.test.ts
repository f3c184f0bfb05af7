import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ERROR_CODES, isErrorCode, type McpServerView } from "@loop/contract";
import { fakeStdioCommand, freePort, isAlive, startFakeHttp, waitUntil } from "@loop/testkit";
import { expect, onTestFinished, test } from "vitest";
import { addServer, openConversation, untilReady } from "../../test-support/conversation.js";
import { readEvents } from "../../test-support/event-reader.js";
import { startTestServer, type TestServer } from "../../test-support/test-server.js";

const stdio = (id: string, behaviour: Parameters<typeof fakeStdioCommand>[0] = {}, more: object = {}) => {
  const { command, args } = fakeStdioCommand(behaviour);
  return { id, name: id.toUpperCase(), enabled: true, transport: { type: "stdio", command, args }, ...more };
};

const hangs = { faults: [{ on: "initialize", do: "silence" }] } as const;

/** The body of a failure, checked: a code of ours, its own status and its own sentence (WEB-08). */
function refusal(answer: { status: number; body: unknown }): string {
  const { error } = answer.body as { error: { code: string; message: string } };
  if (!isErrorCode(error.code)) throw new Error(`${error.code} is no code`);
  expect(answer).toEqual({
    status: ERROR_CODES[error.code].status,
    body: { error: { code: error.code, message: ERROR_CODES[error.code].sentence } },
  });
  return error.code;
}

async function untilStatus(server: TestServer, id: string, status: McpServerView["status"]): Promise<McpServerView> {
  let seen: McpServerView | undefined;
  await waitUntil(
    async () => {
      const { servers } = await server.ask("listServers");
      seen = servers.find((view) => view.config.id === id);
      return seen?.status === status;
    },
    { what: `${id} is ${status}`, withinMs: 15_000, everyMs: 25 },
  );
  if (seen === undefined) throw new Error("the server is gone");
  return seen;
}

test("a server is listed with its status and its tools; a code stands on error rows only [WEB-01]", async () => {
  const server = await startTestServer();
  const http = await startFakeHttp({ tools: ["echo", "add"] });
  onTestFinished(() => http.close());
  await server.ask("createServer", { body: stdio("local", { tools: ["echo"] }) });
  const web = { id: "web", name: "Web", enabled: true, transport: { type: "http", url: http.url } };
  await server.ask("createServer", { body: web });
  await server.ask("createServer", { body: stdio("off", {}, { enabled: false }) });
  const broken = { type: "stdio", command: "/nonexistent/program" };
  await server.ask("createServer", { body: { id: "broken", name: "B", enabled: true, transport: broken } });
  expect(await untilStatus(server, "local", "ready")).toMatchObject({ toolCount: 1 });
  expect(await untilStatus(server, "web", "ready")).toMatchObject({ toolCount: 2 });
  expect(await untilStatus(server, "broken", "error")).toMatchObject({ toolCount: 0, code: "missing-command" });
  const { servers } = await server.ask("listServers");
  expect(servers.map((view) => [view.config.id, view.status, view.toolCount, "code" in view])).toEqual([
    ["local", "ready", 1, false],
    ["web", "ready", 2, false],
    ["off", "disabled", 0, false],
    ["broken", "error", 0, true],
  ]);
  const { tools } = await server.ask("listTools");
  expect(tools.map((tool) => `${tool.serverId}/${tool.toolName}`).sort()).toEqual([
    "local/echo",
    "web/add",
    "web/echo",
  ]);
});

test("a duplicate id is 409, an unknown one 404, and a body that names another id 400 [WEB-02, WEB-03, WEB-08]", async () => {
  const server = await startTestServer();
  await server.ask("createServer", { body: stdio("one", {}, { enabled: false }) });
  expect(refusal(await server.call("POST", "/api/settings/mcp", stdio("one")))).toBe("server-exists");
  expect(refusal(await server.call("PUT", "/api/settings/mcp/two", stdio("two")))).toBe("server-unknown");
  expect(refusal(await server.call("PUT", "/api/settings/mcp/one", stdio("two")))).toBe("server-id-mismatch");
  const renamed = { ...stdio("one", {}, { enabled: false }), name: "Another" };
  const { servers } = await server.ask("replaceServer", { params: { id: "one" }, body: renamed });
  expect(servers.map((view) => view.config.name)).toEqual(["Another"]);
});

test("switching, retrying and deleting answer with the servers; a disabled one is not retried [WEB-04, WEB-05]", async () => {
  const server = await startTestServer();
  await server.ask("createServer", { body: stdio("one") });
  await untilStatus(server, "one", "ready");
  const off = await server.ask("enableServer", { params: { id: "one" }, body: { enabled: false } });
  expect(off.servers).toMatchObject([{ status: "disabled", toolCount: 0 }]);
  expect(refusal(await server.call("POST", "/api/settings/mcp/one/retry"))).toBe("server-disabled");
  await server.ask("enableServer", { params: { id: "one" }, body: { enabled: true } });
  await untilStatus(server, "one", "ready");
  await server.ask("retryServer", { params: { id: "one" } });
  await untilStatus(server, "one", "ready");
  expect(await server.ask("deleteServer", { params: { id: "one" } })).toEqual({ servers: [] });
  for (const [method, path] of [
    ["DELETE", "/api/settings/mcp/one"],
    ["POST", "/api/settings/mcp/one/retry"],
  ] as const) {
    expect(refusal(await server.call(method, path))).toBe("server-unknown");
  }
  const patched = await server.call("PATCH", "/api/settings/mcp/one/enabled", { enabled: true });
  expect(refusal(patched)).toBe("server-unknown");
});

test("commands answer once the file is written, while a server that never answers is connecting [WEB-06, WEB-09]", async () => {
  const server = await startTestServer();
  const started = performance.now();
  for (const id of ["a", "b", "c", "d"]) await server.ask("createServer", { body: stdio(id, hangs) });
  const { servers } = await server.ask("listServers");
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(servers.map((view) => view.status)).toEqual(["connecting", "connecting", "connecting", "queued"]);
  const saved: unknown = JSON.parse(readFileSync(join(server.dataDir, "mcp.json"), "utf8"));
  expect(saved).toMatchObject({ version: 1, servers: [{ id: "a" }, { id: "b" }, { id: "c" }, { id: "d" }] });
});

test("an invalid configuration is 400 with its own code, and nothing is written [WEB-08]", async () => {
  const server = await startTestServer();
  const cases: readonly [unknown, string][] = [
    [{}, "config-invalid"],
    [stdio("Big"), "config-id-invalid"],
    [stdio("a/b"), "config-id-invalid"],
    [{ ...stdio("a"), name: "" }, "config-name-empty"],
    [{ ...stdio("a"), enabled: "yes" }, "config-invalid"],
    [{ ...stdio("a"), transport: { type: "sse", url: "http://127.0.0.1:1" } }, "config-invalid"],
    [{ ...stdio("a"), transport: { type: "http", url: "ftp://127.0.0.1" } }, "config-url-invalid"],
  ];
  for (const [body, code] of cases) expect(refusal(await server.call("POST", "/api/settings/mcp", body))).toBe(code);
  const patched = await server.call("PATCH", "/api/settings/mcp/a/enabled", { enabled: "yes" });
  expect(refusal(patched)).toBe("bad-request");
  expect((await server.ask("listServers")).servers).toEqual([]);
});

test("a malformed mcp.json fails every settings route with its own code and is left as it is [CFG-03]", async () => {
  const server = await startTestServer();
  const file = join(server.dataDir, "mcp.json");
  writeFileSync(file, "{ not json");
  const calls: readonly [string, string, unknown?][] = [
    ["GET", "/api/settings/mcp"],
    ["POST", "/api/settings/mcp", stdio("one")],
    ["PUT", "/api/settings/mcp/one", stdio("one")],
    ["PATCH", "/api/settings/mcp/one/enabled", { enabled: true }],
    ["POST", "/api/settings/mcp/one/retry"],
    ["DELETE", "/api/settings/mcp/one"],
  ];
  for (const [method, path, body] of calls) {
    expect(refusal(await server.call(method, path, body))).toBe("config-file-malformed");
  }
  expect(readFileSync(file, "utf8")).toBe("{ not json");
  expect(await server.ask("state")).toMatchObject({ sampleServer: false });
});

test("the bundled sample server is added with one request and offers its tools", async () => {
  const server = await startTestServer();
  await server.ask("addSampleServer");
  expect((await untilStatus(server, "sample", "ready")).toolCount).toBeGreaterThan(3);
  expect(await server.ask("state")).toMatchObject({ sampleServer: true });
  expect(refusal(await server.call("POST", "/api/mcp/sample"))).toBe("server-exists");
});

test("every change of a status is told by the account feed, without a cursor of its own [API-10]", async () => {
  const server = await startTestServer();
  const reader = readEvents(await server.events());
  await server.ask("createServer", { body: stdio("one", { tools: ["echo"] }) });
  const statuses = (events: readonly { type: string }[]) =>
    events.flatMap((event) => ("server" in event ? [(event.server as McpServerView | null)?.status ?? "gone"] : []));
  await reader.until("the server is ready", (events) => statuses(events).includes("ready"));
  await server.ask("deleteServer", { params: { id: "one" } });
  const events = await reader.until("the server is gone", (all) => statuses(all).includes("gone"));
  expect(statuses(events)).toEqual(expect.arrayContaining(["connecting", "ready", "gone"]));
  expect(reader.sent.every((entry) => entry.id === null)).toBe(true);
});

test("no secret, no stderr and no word of a server is in any answer [ERR-02]", async () => {
  const server = await startTestServer({ env: { CANARY_VARIABLE: "canary-reference-value" } });
  const reader = readEvents(await server.events());
  const rows = { env: [{ key: "KEY", value: "canary-literal" }], envVars: ["CANARY_VARIABLE"] };
  const noisy = {
    process: { stderrBytes: 10_000 },
    faults: [{ on: "tools/list", do: "error", error: { code: -32603, message: "canary-raw" } }],
  } as const;
  const { transport, ...config } = stdio("noisy", noisy);
  const seen: unknown[] = [];
  seen.push(await server.call("POST", "/api/settings/mcp", { ...config, transport: { ...transport, ...rows } }));
  const headers = [{ key: "X-Key", value: "canary-header" }];
  const url = `http://127.0.0.1:${await freePort()}/mcp`;
  seen.push(
    await server.call("POST", "/api/settings/mcp", {
      id: "web",
      name: "W",
      enabled: true,
      transport: { type: "http", url, headers },
    }),
  );
  await untilStatus(server, "noisy", "error");
  await untilStatus(server, "web", "error");
  seen.push(await server.call("GET", "/api/settings/mcp"));
  const changed = {
    ...config,
    transport: { ...transport, args: ["other"], env: [{ key: "KEY", value: "", saved: true }] },
  };
  const refused = await server.call("PUT", "/api/settings/mcp/noisy", changed);
  expect(refusal(refused)).toBe("config-secret-reentry");
  seen.push(
    refused,
    await server.call("GET", "/api/state"),
    await server.call("GET", "/api/mcp/tools"),
    reader.sent,
    server.reports,
  );
  expect(JSON.stringify(seen)).not.toContain("canary-");
  const kept = readFileSync(join(server.dataDir, "mcp.json"), "utf8");
  expect(kept).toContain("canary-literal");
});

test("one manager serves every conversation: one process a server, ended with the web server [WEB-10]", async () => {
  const server = await startTestServer();
  const fake = await addServer(server, "fake", { tools: ["echo"] });
  await untilReady(server, "fake");
  for (const text of ["one", "two"]) {
    const talk = await openConversation(server, { permission: "full-access" });
    await talk.end(await talk.callByHand({ serverId: "fake", toolName: "echo" }, { text }));
  }
  expect(fake.journal.executions("echo")).toBe(2);
  expect(fake.journal.pids()).toHaveLength(1);
  await server.close();
  await waitUntil(() => !fake.journal.pids().some(isAlive), { what: "the server's process is gone", withinMs: 10_000 });
});

test("a pasted configuration is read into what the form would hold, and nothing of it is kept [CFG-19]", async () => {
  const server = await startTestServer();
  const text = JSON.stringify({
    mcpServers: {
      "My files": { command: "npx", args: ["-y", "files"], env: { TOKEN: "canary-pasted" } },
      old: { type: "sse", url: "https://example.com/sse" },
    },
  });
  const { entries } = await server.ask("importServers", { body: { text } });
  expect(entries).toMatchObject([
    { ok: true, config: { id: "my-files", name: "My files", transport: { env: [{ key: "TOKEN" }] } } },
    { ok: false, name: "old", code: "config-import-unsupported" },
  ]);
  expect((await server.ask("listServers")).servers).toEqual([]);
  expect(existsSync(join(server.dataDir, "mcp.json"))).toBe(false);
  expect(JSON.stringify(server.reports)).not.toContain("canary-pasted");
});

test("a text without a server, and a body without a text, are refused with a code [CFG-19, WEB-08]", async () => {
  const server = await startTestServer();
  for (const text of ["", "{ not json", "[]", '{"a": 1}', "null"]) {
    expect(refusal(await server.call("POST", "/api/mcp/import-preview", { text }))).toBe("config-invalid");
  }
  expect(refusal(await server.call("POST", "/api/mcp/import-preview", { text: 7 }))).toBe("bad-request");
  const large = await server.call("POST", "/api/mcp/import-preview", { text: "x".repeat(2_200_000) });
  expect(refusal(large)).toBe("body-too-large");
});
