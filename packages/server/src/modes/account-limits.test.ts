import { waitUntil } from "@loop/testkit";
import { expect, onTestFinished, test, vi } from "vitest";
import { type AccountClient, codeIn } from "../../test-support/shared-server.js";
import { endedTimeline, openCard, openWorld } from "../../test-support/shared-world.js";
import { accountLimits } from "./account-limits.js";

async function newConversation(client: AccountClient): Promise<string> {
  return (await client.ask("createConversation", { body: { mcp: true } })).conversation.id;
}

async function turnIn(client: AccountClient, id: string) {
  return client.call("POST", `/api/conversations/${id}/turns`, { text: "Go" });
}

/** Does `work` as often as an account may, and once more; answers what came last. */
async function onceTooOften<Value>(most: number, work: () => Promise<Value>): Promise<Value> {
  for (let done = 0; done < most; done += 1) await work();
  return work();
}

test("one account's readers leave room for those of the others, and one that goes makes room again [SEC-01]", async () => {
  const { alice, root } = await openWorld();
  const open: Response[] = [];
  onTestFinished(async () => {
    for (const answer of open) await answer.body?.cancel();
  });
  const read = async (client: AccountClient) => {
    const answer = await client.events();
    if (answer.status === 200) open.push(answer);
    return answer;
  };
  const refused = await onceTooOften(accountLimits.streams, () => read(alice));
  expect([refused.status, codeIn({ body: await refused.json() })]).toEqual([503, "busy"]);
  expect((await read(root)).status).toBe(200);
  await open.shift()?.body?.cancel();
  await waitUntil(async () => (await read(alice)).status === 200, { what: "there is room again" });
});

test("one account's turns leave the others theirs, and one that ends makes room again [SEC-01]", async () => {
  const { alice, root, model } = await openWorld();
  model.setScript(() => ({ wire: "silence" }));
  const refused = await onceTooOften(accountLimits.turns, async () => turnIn(alice, await newConversation(alice)));
  expect([refused.status, codeIn(refused)]).toEqual([503, "busy"]);
  expect((await turnIn(root, await newConversation(root))).status).toBe(202);
  const running = (await alice.ask("listConversations")).conversations.find((one) => one.runningTurnId !== null);
  await alice.ask("cancelTurn", { params: { id: running?.runningTurnId ?? "" } });
  const next = await newConversation(alice);
  await waitUntil(async () => (await turnIn(alice, next)).status === 202, { what: "there is room again" });
});

test("one account's scripts leave the others theirs: one too many is told so and ran nothing [SEC-01] [CM-04]", async () => {
  const { alice, root, fake } = await openWorld();
  await alice.ask("changeToolSettings", { body: { delivery: "codemode" } });
  await root.ask("changeToolSettings", { body: { delivery: "codemode" } });
  await root.ask("addAccountServer", { body: { label: "Hub", url: fake.url } });
  const script = async (client: AccountClient, text: string) => {
    const id = await newConversation(client);
    await client.ask("startCall", { params: { id }, body: { tool: "codemode", arguments: { script: text } } });
    return id;
  };
  const asking = 'return await tools.hub.echo({ text: "parked" })';
  for (let done = 0; done < accountLimits.scripts; done += 1) await script(alice, asking);
  await waitUntil(async () => (await alice.ask("listApprovals")).approvals.length === accountLimits.scripts, {
    what: "every script waits for an answer",
    withinMs: 20_000,
  });
  const refused = await endedTimeline(alice, { id: await script(alice, asking) });
  expect(refused.at(-1)).toMatchObject({ kind: "step", tool: "codemode", status: "failed", code: "busy" });
  const other = await endedTimeline(root, { id: await script(root, "return 1 + 1") });
  expect(other.at(-1)).toMatchObject({ kind: "step", status: "ok" });
  expect(fake.journal.executions("echo")).toBe(0);
});

test("an account that is suspended while a call is out asks its model nothing more [ADM-03] [SEC-01]", async () => {
  const { alice, root, fake, model } = await openWorld();
  model.setScript([{ toolCalls: [{ name: "mcp_hub_slow", args: { ms: 60_000 } }] }, { text: "Went on." }]);
  const id = await newConversation(alice);
  await turnIn(alice, id);
  const card = await openCard(alice);
  await alice.ask("answerApproval", { params: { id: card.id }, body: { decision: "allowed" } });
  await waitUntil(() => fake.journal.received("tools/call").length === 1, { what: "the call is out" });
  await root.ask("updateAccount", { params: { id: alice.accountId }, body: { status: "suspended" } });
  await root.ask("updateAccount", { params: { id: alice.accountId }, body: { status: "active" } });
  expect(model.requests).toHaveLength(1);
});

test("a turn that begins while its account is being suspended ends as interrupted and asks no model [ADM-03]", async () => {
  const { alice, root, server, model } = await openWorld();
  const { turns } = server.stores;
  const begin = turns.begin.bind(turns);
  vi.spyOn(turns, "begin").mockImplementationOnce(async (turn) => {
    await root.ask("updateAccount", { params: { id: alice.accountId }, body: { status: "suspended" } });
    return begin(turn);
  });
  const id = await newConversation(alice);
  await turnIn(alice, id);
  await root.ask("updateAccount", { params: { id: alice.accountId }, body: { status: "active" } });
  const timeline = await endedTimeline(await server.signIn("alice"), { id });
  expect(timeline.at(-1)).toMatchObject({ kind: "notice", reason: "interrupted" });
  expect(model.requests).toHaveLength(0);
});
