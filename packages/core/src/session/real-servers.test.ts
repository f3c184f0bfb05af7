import { join } from "node:path";
import { foldEvents, type McpServerConfig, SessionEvent } from "@loop/contract";
import {
  type FakeBehaviour,
  type FakeStdio,
  fakeStdioCommand,
  makeTempDir,
  pixelPng,
  startWireModel,
  type WireScript,
  waitUntil,
} from "@loop/testkit";
import { afterEach, expect, test } from "vitest";
import type { ApprovalHandler } from "../approvals/approval.js";
import { McpManager } from "../mcp/manager.js";
import { type AgentSessionOptions, createAgentSession } from "./create-agent-session.js";

const cleanUps: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function configOf(fake: FakeStdio, name = "Fake"): McpServerConfig {
  const { command, args } = fake;
  return {
    id: "fake",
    name,
    enabled: true,
    transport: { type: "stdio", command, args, env: [], envVars: [], cwd: "" },
  };
}

async function until(manager: McpManager, status: string): Promise<void> {
  await waitUntil(async () => (await manager.list())[0]?.status === status, { withinMs: 10_000, what: status });
}

/** A manager over one real process, and a model on a real wire that calls the tools it was told of. */
async function bench(
  behaviour: FakeBehaviour,
  options: Partial<AgentSessionOptions> & { handler?: ApprovalHandler } = {},
) {
  const fake = fakeStdioCommand(behaviour);
  const manager = new McpManager(join(makeTempDir("session"), "mcp.json"));
  const wire = await startWireModel([]);
  cleanUps.push(async () => {
    await manager.close();
    await wire.close();
    fake.killAll();
  });
  await manager.save(configOf(fake));
  const { handler, ...rest } = options;
  const session = await createAgentSession({
    delivery: "direct",
    model: "openai-compatible/scripted",
    environment: wire.env,
    workspaceRoot: fake.dir,
    mcpManager: manager,
    ...rest,
  });
  cleanUps.push(() => session.dispose());
  session.setApprovalHandler(handler ?? (async () => "allowed"));
  const nameOf = (tool: string) =>
    manager.snapshot(fake.dir).tools.find(({ toolName }) => toolName === tool)?.name ?? tool;
  const calling = (tool: string, args: unknown): WireScript => [
    { toolCalls: [{ name: nameOf(tool), args }] },
    { text: "Done." },
  ];
  const prompt = async (script: WireScript, onEvent: (event: SessionEvent) => unknown = () => {}) => {
    wire.setScript(script);
    const events: SessionEvent[] = [];
    for await (const event of session.prompt("go")) {
      events.push(event);
      await onEvent(event);
    }
    return events;
  };
  return { fake, manager, wire, session, calling, prompt, sent: () => fake.journal.received("tools/call") };
}

const stepOf = (events: readonly SessionEvent[]) => foldEvents(events).entries.find((entry) => entry.kind === "step");

test("a model's call reaches a real server once, after a yes, and its answer reaches model and reader [PER-06] [CAT-04]", async () => {
  const { calling, prompt, manager, sent, wire } = await bench({ tools: ["echo"] });
  await until(manager, "ready");
  const events = await prompt(calling("echo", { text: "bonjour" }));
  expect(stepOf(events)).toMatchObject({
    status: "ok",
    allowedBy: "person",
    result: [{ type: "text", text: "bonjour" }],
  });
  expect(events.at(-1)).toMatchObject({ type: "turn-end", reason: "done" });
  for (const event of events) expect(SessionEvent.safeParse(event).success).toBe(true);
  expect(wire.requests[1]?.toolResults).toEqual(["bonjour"]);
  expect(sent().map(({ params }) => params)).toEqual([
    expect.objectContaining({ name: "echo", arguments: { text: "bonjour" } }),
  ]);
});

test("a picture of a tool reaches a chat-completions model", async () => {
  const { calling, prompt, manager, wire } = await bench({ tools: ["image"] });
  await until(manager, "ready");
  const events = await prompt(calling("image", {}));
  expect(stepOf(events)).toMatchObject({ result: [{ type: "image", mimeType: "image/png", data: pixelPng }] });
  expect(JSON.stringify(wire.requests[1]?.raw)).toContain(`data:image/png;base64,${pixelPng}`);
});

test("a denial and arguments that do not fit send nothing [PER-05] [CAT-03]", async () => {
  const asked: unknown[] = [];
  const { calling, prompt, manager, sent, wire } = await bench(
    { tools: ["add"] },
    {
      handler: async (request) => {
        asked.push(request.args);
        return "denied";
      },
    },
  );
  await until(manager, "ready");
  expect(stepOf(await prompt(calling("add", { a: 1, b: "two" })))).toMatchObject({
    status: "failed",
    code: "arguments-invalid",
  });
  expect(wire.requests[1]?.toolResults[0]).toContain("/b");
  expect(asked).toEqual([]);
  expect(stepOf(await prompt(calling("add", { a: 1, b: 2 })))).toMatchObject({ status: "denied", code: "call-denied" });
  expect(asked).toEqual([{ a: 1, b: 2 }]);
  expect(sent()).toEqual([]);
});

test("switching the server off under an open question withdraws it, sends nothing and ends its grants [GRT-03] [CAT-06]", async () => {
  const { calling, prompt, manager, sent, session } = await bench(
    { tools: ["echo", "add"] },
    { handler: async () => "allowed-session" },
  );
  await until(manager, "ready");
  await prompt(calling("echo", { text: "one" }));
  expect(session.grants()).toHaveLength(1);
  session.setApprovalHandler(() => new Promise(() => {}));
  const events = await prompt(calling("add", { a: 1, b: 2 }), async (event) => {
    if (event.type === "approval-request") await manager.setEnabled("fake", false);
  });
  expect(stepOf(events)).toMatchObject({ status: "cancelled", code: "server-disabled" });
  expect(session.grants()).toEqual([]);
  expect(sent()).toHaveLength(1);
});

test("a changed catalog ends an open question; a changed display name leaves grants alone [GRT-03]", async () => {
  const { calling, prompt, manager, sent, session, fake } = await bench(
    { tools: ["echo", "add"] },
    { handler: async () => "allowed-session" },
  );
  await until(manager, "ready");
  await prompt(calling("echo", { text: "one" }));
  await manager.save(configOf(fake, "Renamed"));
  expect(session.grants()).toHaveLength(1);
  await prompt(calling("echo", { text: "two" }));
  session.setApprovalHandler(() => new Promise(() => {}));
  const events = await prompt(calling("add", { a: 1, b: 2 }), async (event) => {
    if (event.type === "approval-request") await fake.notifyListChanged();
  });
  expect(stepOf(events)).toMatchObject({ status: "cancelled" });
  expect(session.grants()).toEqual([]);
  expect(sent()).toHaveLength(2);
  await until(manager, "ready");
  session.setApprovalHandler(async () => "allowed");
  expect(stepOf(await prompt(calling("add", { a: 1, b: 2 })))).toMatchObject({ status: "ok" });
});

test("stopping the turn cancels the call on the wire, and it may have taken effect [PER-08] [PER-14]", async () => {
  const { calling, session, manager, fake, wire } = await bench({ tools: ["slow"] });
  await until(manager, "ready");
  wire.setScript(calling("slow", { ms: 30_000 }));
  const stop = new AbortController();
  const events: SessionEvent[] = [];
  const turn = (async () => {
    for await (const event of session.prompt("go", { signal: stop.signal })) events.push(event);
  })();
  await waitUntil(() => fake.journal.executions("slow") === 1);
  stop.abort();
  await turn;
  expect(stepOf(events)).toMatchObject({ status: "cancelled", mayHaveTakenEffect: true });
  expect(events.at(-1)).toMatchObject({ reason: "stopped" });
  await waitUntil(() => fake.journal.cancelled().length === 1);
  expect(fake.journal.executions("slow")).toBe(1);
});

test("a prompt does not wait for a server that hangs while it connects [CAT-01]", async () => {
  const { prompt, manager, wire } = await bench({ faults: [{ on: "initialize", do: "silence" }] });
  await until(manager, "connecting");
  const events = await prompt([{ text: "Hello." }]);
  expect(events.at(-1)).toMatchObject({ reason: "done" });
  expect(wire.requests[0]?.tools).toEqual([]);
});

test("disposing a session leaves the manager to its host [SDK-02]", async () => {
  const { calling, prompt, manager, session, fake } = await bench({ tools: ["echo"] });
  await until(manager, "ready");
  await prompt(calling("echo", { text: "one" }));
  await session.dispose();
  const other = await createAgentSession({
    delivery: "direct",
    model: null,
    workspaceRoot: fake.dir,
    mcpManager: manager,
    permission: "full-access",
  });
  const events: SessionEvent[] = [];
  for await (const event of other.call({ serverId: "fake", toolName: "echo" }, { text: "two" })) events.push(event);
  expect(stepOf(events)).toMatchObject({ status: "ok", byHand: true, allowedBy: "full-access" });
});

test("servers that are not ready, or have no tools, are not in the prompt, and no part of a configuration ever is [PRM-03]", async () => {
  const made = await bench({ tools: ["echo"], instructions: "Says it again." }, { delivery: "codemode" });
  const { manager, wire, fake } = made;
  const add = async (id: string, behaviour: FakeBehaviour, more: Partial<McpServerConfig> = {}) => {
    const other = fakeStdioCommand(behaviour);
    cleanUps.push(async () => other.killAll());
    await manager.save({ ...configOf(other, `Name of ${id}`), id, ...more });
  };
  await add("hanging", { faults: [{ on: "initialize", do: "silence" }] });
  await add("off", { tools: ["echo"] }, { enabled: false });
  await add("empty", { tools: [] });
  await manager.save({
    ...configOf(fake),
    id: "broken",
    transport: {
      type: "stdio",
      command: "no-such-program",
      args: [],
      env: [{ key: "K", value: "secret-value" }],
      envVars: [],
      cwd: "",
    },
  });
  await waitUntil(
    async () => {
      const views = await manager.list();
      const status = (id: string) => views.find(({ config }) => config.id === id)?.status;
      return status("fake") === "ready" && status("empty") === "ready" && status("broken") === "error";
    },
    { withinMs: 15_000, what: "the servers have settled" },
  );
  await made.prompt([{ text: "Done." }]);
  const request = JSON.stringify(wire.requests[0]);
  expect(request).toContain("Says it again.");
  for (const absent of [
    "hanging",
    "Name of off",
    "Name of empty",
    "broken",
    "no-such-program",
    "secret-value",
    fake.file,
  ]) {
    expect([absent, request.includes(absent)]).toEqual([absent, false]);
  }
});
