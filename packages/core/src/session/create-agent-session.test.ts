import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { SessionEvent } from "@loop/contract";
import { makeTempDir, scriptedDriver, startWireModel } from "@loop/testkit";
import { expect, test } from "vitest";
import { MemorySource } from "../../test/memory-source.js";
import { createAgentSession } from "./create-agent-session.js";
import { SessionError } from "./session-error.js";

async function read(events: AsyncIterable<SessionEvent>): Promise<SessionEvent[]> {
  const all: SessionEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const script = 'return await tools.mail.send({ text: "hi" })';
const sending = [{ toolCalls: [{ name: "codemode", args: { script } }] }, { text: "Sent." }];

test("a host's whole life with a session: manager, handler, prompts, disposal [SDK-02]", async () => {
  const source = new MemorySource([["mail", "send"]]);
  const session = await createAgentSession({
    model: scriptedDriver(sending),
    workspaceRoot: "/work",
    permission: "workspace-write",
    mcpManager: source,
    answerWithinMs: 1_800_000,
  });
  session.setApprovalHandler(async (request) => (request.allowSession ? "allowed-session" : "denied"));
  const events = await read(session.prompt("Send hi."));
  expect(events.at(0)).toMatchObject({ type: "turn-start", origin: { kind: "prompt", text: "Send hi." } });
  expect(events.at(-1)).toMatchObject({ type: "turn-end", reason: "done" });
  expect(session.grants()).toHaveLength(1);
  const byHand = await read(session.call({ serverId: "mail", toolName: "send" }, { text: "me" }));
  expect(byHand).toContainEqual(
    expect.objectContaining({ type: "approval-result", result: { decision: "allowed", source: "session-grant" } }),
  );
  await session.dispose();
  expect(session.grants()).toEqual([]);
  expect(source.snapshot().tools).toHaveLength(1);
  expect(source.sent).toHaveLength(2);
  await expect(read(session.prompt("again"))).rejects.toMatchObject({ code: "session-closed" });
});

test("a model is an object of the library or a name with its environment", async () => {
  const wire = await startWireModel([{ text: "one" }, { text: "two" }]);
  const made = createOpenAICompatible({ name: "mine", baseURL: wire.baseUrl });
  const byObject = await createAgentSession({ model: made.chatModel("x"), workspaceRoot: "/work" });
  const byName = await createAgentSession({
    model: "openai-compatible/x",
    workspaceRoot: "/work",
    environment: { OPENAI_BASE_URL: wire.baseUrl },
  });
  for (const session of [byObject, byName]) {
    expect((await read(session.prompt("hi"))).at(-1)).toMatchObject({ type: "turn-end", reason: "done" });
  }
  await wire.close();
});

test("a name that cannot be used is refused by its code, when the session is made and later", async () => {
  const make = (model: string) => createAgentSession({ model, workspaceRoot: "/work", environment: {} });
  await expect(make("nobody/x")).rejects.toThrow(SessionError);
  await expect(make("nobody/x")).rejects.toMatchObject({ code: "model-unknown" });
  await expect(make("openai/gpt-5")).rejects.toMatchObject({ code: "model-key-missing" });
  const session = await createAgentSession({ model: null, workspaceRoot: "/work", environment: {} });
  expect(() => session.setModel("openai/gpt-5")).toThrow(SessionError);
  expect((await read(session.prompt("hi"))).at(-1)).toMatchObject({ reason: "failed", code: "no-model" });
});

test("a second turn is refused by its code while one runs", async () => {
  const session = await createAgentSession({
    model: scriptedDriver(() => new Promise(() => {})),
    workspaceRoot: "/work",
  });
  const first = session.prompt("one")[Symbol.asyncIterator]();
  await first.next();
  await expect(read(session.prompt("two"))).rejects.toMatchObject({ code: "turn-running" });
  await first.return?.();
});

test("whoever stops reading stops the turn, and the next one can begin", async () => {
  const source = new MemorySource([["mail", "send"]]);
  const session = await createAgentSession({
    model: scriptedDriver([...sending, { text: "ok" }]),
    workspaceRoot: "/work",
    mcpManager: source,
  });
  session.setApprovalHandler(() => new Promise(() => {}));
  for await (const event of session.prompt("go")) {
    if (event.type === "approval-request") break;
  }
  expect(source.sent).toEqual([]);
  expect((await read(session.prompt("next"))).at(-1)).toMatchObject({ reason: "done" });
});

test("the caller's signal stops the turn [PER-05]", async () => {
  const stop = new AbortController();
  const session = await createAgentSession({
    model: scriptedDriver(() => new Promise(() => {})),
    workspaceRoot: "/work",
  });
  const events: SessionEvent[] = [];
  for await (const event of session.prompt("go", { signal: stop.signal })) {
    events.push(event);
    stop.abort();
  }
  expect(events.at(-1)).toMatchObject({ type: "turn-end", reason: "stopped" });
});

test("a host that asks for Loop's own tools gets them over its workspace, and one that does not has none [PER-09]", async () => {
  const root = makeTempDir("workspace");
  const write = [{ toolCalls: [{ name: "write_file", args: { path: "a.txt", content: "hi" } }] }, { text: "Done." }];
  const sandbox = { state: "none", engine: null, reason: "sandbox-missing" } as const;
  const session = await createAgentSession({
    model: scriptedDriver(write),
    workspaceRoot: root,
    builtinTools: { dataDir: makeTempDir("data"), sandbox },
    environment: {},
  });
  await read(session.prompt("write"));
  expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("hi");
  await session.dispose();
  const missing = { model: null, workspaceRoot: join(root, "nowhere"), builtinTools: { sandbox } };
  await expect(createAgentSession(missing)).rejects.toMatchObject({ code: "workspace-missing" });
  const plain = scriptedDriver([{ text: "Done." }]);
  await read((await createAgentSession({ model: plain, workspaceRoot: root })).prompt("hi"));
  expect(plain.requests[0]?.tools).toEqual([]);
});
