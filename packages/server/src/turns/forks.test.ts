import { expect, test } from "vitest";
import { addServer, openConversation, startToolCaller, untilReady } from "../../test-support/conversation.js";
import { startTestServer } from "../../test-support/test-server.js";

async function talkOfTwoTurns() {
  const model = await startToolCaller();
  const server = await startTestServer({ env: model.env });
  const fake = await addServer(server, "fake", { tools: ["echo"] });
  await untilReady(server, "fake");
  const talk = await openConversation(server, { title: "Ports", permission: "full-access" });
  await talk.end(await talk.say("First words"));
  const second = await talk.say("Second words");
  await talk.end(second);
  return { server, model, fake, talk, second };
}

test("a copy goes on from before a message: no call is repeated, and the model reads what happened", async () => {
  const { server, model, fake, talk, second } = await talkOfTwoTurns();
  const sent = fake.journal.executions("echo");
  const body = { beforeTurnId: second, title: "Ports, edited" };
  const { conversation } = await server.ask("forkConversation", { params: { id: talk.id }, body });
  expect(conversation).toMatchObject({ title: "Ports, edited", permission: "workspace-write", runningTurnId: null });
  const copy = await server.ask("readConversation", { params: { id: conversation.id } });
  expect(copy.timeline.map((entry) => (entry.kind === "user" ? entry.text : entry.kind))).toEqual([
    "First words",
    "assistant",
    "step",
    "assistant",
  ]);
  expect(fake.journal.executions("echo")).toBe(sent);
  const requests = model.requests.length;
  await server.ask("startTurn", { params: { id: conversation.id }, body: { text: "Other words" } });
  const asked = async () => (await server.ask("listApprovals")).approvals;
  await expect.poll(asked, { timeout: 10_000 }).toHaveLength(1);
  expect(JSON.stringify(model.requests[requests]?.raw)).toContain("First words");
  expect(JSON.stringify(model.requests[requests]?.raw)).not.toContain("Second words");
  expect(fake.journal.executions("echo")).toBe(sent);
  expect(await talk.timeline()).toHaveLength(8);
});

test("a copy before a turn that is none, or of a conversation that is none, is refused and leaves nothing", async () => {
  const { server, talk, second } = await talkOfTwoTurns();
  const refused = async (id: string, beforeTurnId: string) =>
    server.call("POST", `/api/conversations/${id}/fork`, { beforeTurnId });
  expect(await refused(talk.id, "none")).toMatchObject({ status: 404, body: { error: { code: "turn-unknown" } } });
  expect(await refused("none", second)).toMatchObject({
    status: 404,
    body: { error: { code: "conversation-unknown" } },
  });
  expect((await server.ask("listConversations")).conversations).toHaveLength(1);
});
