import { invalidKey, startWireModel } from "@loop/testkit";
import { expect, onTestFinished, test } from "vitest";
import { addServer, openConversation, startToolCaller, untilReady } from "../../test-support/conversation.js";
import { startTestServer } from "../../test-support/test-server.js";

const echoOnly = { tools: ["echo"] } as const;
const echoTool = { serverId: "fake", toolName: "echo" };
const kinds = (timeline: readonly { kind: string; status?: string }[]) =>
  timeline.map((entry) => entry.status ?? entry.kind);

async function serverWithTool(env: Record<string, string> = {}) {
  const model = await startToolCaller();
  const server = await startTestServer({ env: { ...model.env, ...env } });
  const fake = await addServer(server, "fake", echoOnly);
  await untilReady(server, "fake");
  return { server, model, fake };
}

test("a turn asks before its call, sends it once allowed, and goes on with the result [ASK-03, PER-02]", async () => {
  const { server, model, fake } = await serverWithTool();
  const talk = await openConversation(server);
  const turnId = await talk.say("Say hello through the tool");
  const question = await talk.question();
  expect(fake.journal.executions("echo")).toBe(0);
  const { approvals } = await server.ask("listApprovals");
  expect(approvals).toMatchObject([
    { id: question, turnId, args: { text: "hello" }, allowSession: true, tool: echoTool },
  ]);
  const answered = await server.ask("answerApproval", { params: { id: question }, body: { decision: "allowed" } });
  expect(answered).toEqual({ decision: "allowed" });
  expect(await talk.end(turnId)).toMatchObject({ reason: "done" });
  expect(fake.journal.executions("echo", { text: "hello" })).toBe(1);
  expect(model.requests).toHaveLength(2);
  const timeline = await talk.timeline();
  expect(kinds(timeline)).toEqual(["user", "assistant", "ok", "assistant"]);
  expect(timeline[2]).toMatchObject({ kind: "step", tool: echoTool, allowedBy: "person", args: { text: "hello" } });
  expect(timeline[3]).toMatchObject({ text: expect.stringContaining("The tool said:") });
  expect(server.reports).toEqual([]);
});

test("the events of a turn come in order, each stored once, with text gathered", async () => {
  const { server } = await serverWithTool();
  const talk = await openConversation(server, { permission: "full-access" });
  await talk.end(await talk.say("Go"));
  const types = talk.reader.events().map((event) => event.type);
  expect(types.filter((type) => type !== "text-delta" && type !== "server-status" && type !== "conversation")).toEqual([
    "turn-start",
    "call-start",
    "approval-request",
    "approval-result",
    "call-end",
    "turn-end",
  ]);
  const ids = talk.reader.sent.flatMap((entry) => (entry.id === null ? [] : [Number(entry.id)]));
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
});

test("a refused call is never sent, and the model is told why [PER-05]", async () => {
  const { server, model, fake } = await serverWithTool();
  const talk = await openConversation(server);
  const turnId = await talk.say("Go");
  const body = { decision: "denied", reason: "not on\0 a Friday" };
  await server.ask("answerApproval", { params: { id: await talk.question() }, body });
  expect(await talk.end(turnId)).toMatchObject({ reason: "done" });
  expect(fake.journal.executions("echo")).toBe(0);
  expect(model.requests[1]?.toolResults[0]).toContain("not on a Friday"); // a database may end a text at a NUL
  expect(kinds(await talk.timeline())).toContain("denied");
});

test("a question that nobody answers in its time expires unsent [PER-05]", async () => {
  const { server, fake } = await serverWithTool({ LOOP_ANSWER_WITHIN_MS: "300" });
  const talk = await openConversation(server);
  const turnId = await talk.say("Go");
  const question = await talk.question();
  expect(await talk.end(turnId)).toMatchObject({ reason: "done" });
  expect(kinds(await talk.timeline())).toContain("expired");
  expect(fake.journal.executions("echo")).toBe(0);
  const late = await server.call("POST", `/api/approvals/${question}`, { decision: "allowed" });
  expect(late).toMatchObject({ status: 409, body: { error: { code: "approval-settled" } } });
});

test("a grant lasts from one prompt to the next, is listed, and can be taken back [GRT-02, GRT-04]", async () => {
  const { server, fake } = await serverWithTool();
  const talk = await openConversation(server);
  const params = { id: talk.id };
  const first = await talk.say("Go");
  await server.ask("answerApproval", { params: { id: await talk.question() }, body: { decision: "allowed-session" } });
  await talk.end(first);
  await talk.end(await talk.say("Again"));
  expect(fake.journal.executions("echo")).toBe(2);
  const { grants } = await server.ask("listGrants", { params });
  expect(grants).toMatchObject([echoTool]);
  const grantId = grants[0]?.id ?? "";
  await server.ask("revokeGrant", { params: { ...params, grantId } });
  const again = await server.call("DELETE", `/api/conversations/${talk.id}/grants/${grantId}`);
  expect(again).toMatchObject({ status: 404, body: { error: { code: "grant-unknown" } } });
  await talk.say("And again");
  await talk.question();
});

test("a preset changed in a live conversation counts from its next call on [PER-01]", async () => {
  const { server } = await serverWithTool();
  const talk = await openConversation(server);
  const asked = await talk.say("Go");
  await server.ask("answerApproval", { params: { id: await talk.question() }, body: { decision: "denied" } });
  await talk.end(asked);
  await server.call("PATCH", `/api/conversations/${talk.id}`, { permission: "full-access" });
  expect(await talk.end(await talk.say("Go"))).toMatchObject({ reason: "done" });
  expect(await talk.timeline()).toContainEqual(expect.objectContaining({ kind: "step", allowedBy: "full-access" }));
});

test("one turn at a time, and what is refused stores nothing", async () => {
  const { server } = await serverWithTool();
  const talk = await openConversation(server);
  const turnId = await talk.say("Go");
  const second = await server.call("POST", `/api/conversations/${talk.id}/turns`, { text: "Too early" });
  expect(second).toMatchObject({ status: 409, body: { error: { code: "turn-running" } } });
  await server.ask("cancelTurn", { params: { id: turnId } });
  expect(await talk.end(turnId)).toMatchObject({ reason: "stopped" });
  expect((await talk.timeline()).filter((entry) => entry.kind === "user")).toHaveLength(1);
  expect(await server.call("POST", `/api/turns/${turnId}/cancel`)).toMatchObject({ status: 200 });
  const unknown = await server.call("POST", "/api/turns/none/cancel");
  expect(unknown).toMatchObject({ status: 404, body: { error: { code: "turn-unknown" } } });
});

test("without a model a prompt is refused and a call by hand still works, asked like any other", async () => {
  const server = await startTestServer();
  const fake = await addServer(server, "fake", echoOnly);
  await untilReady(server, "fake");
  const talk = await openConversation(server);
  const prompt = await server.call("POST", `/api/conversations/${talk.id}/turns`, { text: "Hello" });
  expect(prompt).toMatchObject({ status: 409, body: { error: { code: "no-model" } } });
  expect(await talk.timeline()).toEqual([]);
  const turnId = await talk.callByHand(echoTool, { text: "by hand" });
  await server.ask("answerApproval", { params: { id: await talk.question() }, body: { decision: "allowed" } });
  await talk.end(turnId);
  expect(await talk.timeline()).toMatchObject([
    { kind: "step", status: "ok", byHand: true, args: { text: "by hand" } },
  ]);
  expect(fake.journal.executions("echo", { text: "by hand" })).toBe(1);
});

test("fields and targets of another mode, and empty words, are refused [SEC-03]", async () => {
  const server = await startTestServer({ env: { LOOP_MODEL: "ollama/none" } });
  const { id } = (await server.ask("createConversation", { body: {} })).conversation;
  const refused = async (path: string, body: unknown, method = "POST") => {
    const answer = await server.call(method, path, body);
    return JSON.parse(JSON.stringify(answer.body)).error?.code;
  };
  expect(await refused("/api/conversations", { mcp: true })).toBe("not-in-this-mode");
  expect(await refused(`/api/conversations/${id}`, { mcp: false }, "PATCH")).toBe("not-in-this-mode");
  expect(await refused(`/api/conversations/${id}/turns`, { text: "x", spoken: true })).toBe("not-in-this-mode");
  expect(await refused(`/api/conversations/${id}/calls`, { tool: "codemode", arguments: {} })).toBe("not-in-this-mode");
  expect(await refused(`/api/conversations/${id}/calls`, { tool: echoTool, arguments: {} })).toBe("tool-unknown");
  expect(await refused(`/api/conversations/${id}/turns`, { text: "  " })).toBe("text-empty");
  expect(await refused(`/api/conversations/${id}/turns`, { text: "x".repeat(500_000) })).toBe("text-too-long");
  expect(await refused("/api/conversations", { workspace: "relative" })).toBe("workspace-invalid");
  expect(await refused("/api/conversations", { workspace: server.dataDir })).toBe("workspace-invalid");
  expect(await refused("/api/conversations/none/turns", { text: "x" })).toBe("conversation-unknown");
});

test("a prompt starts at once while a server hangs in connecting [LIF-01]", async () => {
  const model = await startWireModel(() => ({ text: "Here I am." }));
  onTestFinished(() => model.close());
  const server = await startTestServer({ env: model.env });
  for (let count = 0; count < 4; count += 1) {
    await addServer(server, `hangs-${count}`, { faults: [{ on: "initialize", do: "silence" }] });
  }
  const talk = await openConversation(server);
  const started = performance.now();
  expect(await talk.end(await talk.say("Are you there?"))).toMatchObject({ reason: "done" });
  expect(performance.now() - started).toBeLessThan(4_000);
  const { servers } = await server.ask("listServers");
  expect(servers.map((view) => view.status)).toEqual(["connecting", "connecting", "connecting", "queued"]);
});

test("a wrong key and an unreachable model end the turn with their own codes, and the words stay", async () => {
  const model = await startWireModel(() => invalidKey);
  const server = await startTestServer({ env: model.env });
  const talk = await openConversation(server);
  expect(await talk.end(await talk.say("Hello"))).toMatchObject({ reason: "failed", code: "model-key-rejected" });
  await model.close();
  expect(await talk.end(await talk.say("Hello again"))).toMatchObject({ reason: "failed", code: "model-unreachable" });
  const said = (await talk.timeline()).flatMap((entry) => (entry.kind === "user" ? [entry.text] : []));
  expect(said).toEqual(["Hello", "Hello again"]);
});

test("the first prompt names a conversation that has no title; deleting it ends its turn and tells it", async () => {
  const { server } = await serverWithTool();
  const talk = await openConversation(server);
  await talk.say("  Sort my\nnotes ");
  await talk.question();
  const { conversations } = await server.ask("listConversations");
  expect(conversations).toMatchObject([{ title: "Sort my notes", runningTurnId: expect.any(String) }]);
  await server.ask("deleteConversation", { params: { id: talk.id } });
  await talk.reader.until("the conversation is gone", (events) =>
    events.some((event) => event.type === "conversation" && event.conversation === null),
  );
  expect((await server.ask("listApprovals")).approvals).toEqual([]);
  expect(await server.call("GET", `/api/conversations/${talk.id}`)).toMatchObject({ status: 404 });
});

test("fifty answers at once: one counts, the others are told so, and the call goes out once [ASK-03, PER-06]", async () => {
  const { server, fake } = await serverWithTool();
  const talk = await openConversation(server);
  const turnId = await talk.say("Go");
  const question = await talk.question();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => server.call("POST", `/api/approvals/${question}`, { decision: "allowed" })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
  expect(await talk.end(turnId)).toMatchObject({ reason: "done" });
  expect(fake.journal.executions("echo")).toBe(1);
});
