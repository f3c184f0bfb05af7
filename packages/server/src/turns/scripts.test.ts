import { startWireModel } from "@loop/testkit";
import { expect, onTestFinished, test } from "vitest";
import { addServer, openConversation, untilReady } from "../../test-support/conversation.js";
import { startTestServer } from "../../test-support/test-server.js";

async function serverWithScript(script: string) {
  const model = await startWireModel([
    { toolCalls: [{ name: "codemode", args: { script } }] },
    ({ toolResults }) => ({ text: `Read: ${toolResults[0]}` }),
  ]);
  onTestFinished(() => model.close());
  const server = await startTestServer({ env: { ...model.env, LOOP_DELIVERY: "codemode" } });
  const fake = await addServer(server, "fake", { tools: ["echo"] });
  await untilReady(server, "fake");
  return { server, model, fake };
}

test("a script's call is a card of its own; only what it emits is stored and read by the model [CM-01, CM-02, CM-03]", async () => {
  const script = 'const answer = await tools.fake.echo({ text: "raw words" }); return String(answer).length';
  const { server, model, fake } = await serverWithScript(script);
  const talk = await openConversation(server);
  const turnId = await talk.say("Count the words");
  const question = await talk.question();
  const { approvals } = await server.ask("listApprovals");
  expect(approvals[0]).toMatchObject({ args: { text: "raw words" }, callId: expect.stringMatching(/^[^/]+\/1$/) });
  await server.ask("answerApproval", { params: { id: question }, body: { decision: "allowed" } });
  expect(await talk.end(turnId)).toMatchObject({ reason: "done" });
  expect(fake.journal.executions("echo")).toBe(1);
  expect(model.requests[0]?.tools.map(({ name }) => name)).toContain("codemode");
  expect(JSON.stringify(model.requests[0]?.tools)).not.toContain("echo");
  const step = (await talk.timeline()).find((entry) => entry.kind === "step");
  expect(step).toMatchObject({
    tool: "codemode",
    status: "ok",
    args: { script },
    calls: [{ toolName: "echo", status: "ok" }],
  });
  expect(step).toMatchObject({ result: [{ type: "text", text: expect.stringMatching(/^\d+$/) }] });
});

test("Stop script on the card ends the script and sends nothing [CM-07]", async () => {
  const script = 'for (;;) { try { await tools.fake.echo({ text: "x" }) } catch {} }';
  const { server, fake } = await serverWithScript(script);
  const talk = await openConversation(server);
  const turnId = await talk.say("Go");
  const body = { decision: "denied", stopScript: true };
  await server.ask("answerApproval", { params: { id: await talk.question() }, body });
  expect(await talk.end(turnId)).toMatchObject({ reason: "done" });
  expect(fake.journal.executions("echo")).toBe(0);
  const step = (await talk.timeline()).find((entry) => entry.kind === "step");
  expect(step).toMatchObject({ tool: "codemode", status: "cancelled", calls: [{ status: "denied" }] });
});

test("a person runs a script by hand: same card, same timeline [CM-08]", async () => {
  const { server, fake } = await serverWithScript("");
  const talk = await openConversation(server);
  const { turnId } = await server.ask("startCall", {
    params: { id: talk.id },
    body: { tool: "codemode", arguments: { script: 'return await tools.fake.echo({ text: "by hand" })' } },
  });
  await server.ask("answerApproval", { params: { id: await talk.question() }, body: { decision: "allowed" } });
  expect(await talk.end(turnId)).toMatchObject({ reason: "done" });
  expect(fake.journal.executions("echo", { text: "by hand" })).toBe(1);
  expect(await talk.timeline()).toMatchObject([{ kind: "step", tool: "codemode", byHand: true, status: "ok" }]);
});
