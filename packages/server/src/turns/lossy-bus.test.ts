import type { ApprovalRequest } from "@loop/contract";
import type { Stores, TurnLease } from "@loop/core/host";
import { createInProcessBus, openStores } from "@loop/stores";
import { lossyBus, manualClock } from "@loop/testkit";
import { expect, onTestFinished, test } from "vitest";
import { readEvents } from "../../test-support/event-reader.js";
import { startTestServer } from "../../test-support/test-server.js";
import { ApprovalDesk } from "./approval-desk.js";
import { ringingStores } from "./ringing-stores.js";

const account = "alice";
const tool = { serverId: "s", toolName: "echo", modelName: "s_echo", label: "Echo" };

async function openHouse() {
  const clock = manualClock();
  const bus = lossyBus(createInProcessBus(), 7);
  const bare = await openStores({ file: ":memory:", clock });
  const stores = ringingStores(bare, bus, [account]);
  onTestFinished(() => bare.close());
  const row = { id: "c", accountId: account, title: "", permission: "read-only", workspace: null } as const;
  await stores.conversations.create({ ...row, createdAt: clock.isoNow() });
  const turn = { turnId: "t", conversationId: "c", accountId: account, parentTurnId: null, owner: "o", leaseMs: 9e9 };
  const begun = await stores.turns.begin({ ...turn, events: [], messages: [] });
  if (begun === null) throw new Error("the conversation is free");
  const desk = new ApprovalDesk({ approvals: stores.approvals, bus, clock });
  return { clock, bus, stores, desk, lease: begun.lease };
}

async function ask(stores: Stores, lease: TurnLease, n: number): Promise<ApprovalRequest> {
  const request = { id: `q${n}`, conversationId: "c", turnId: "t", callId: `a${n}`, tool, description: "", args: {} };
  const whole: ApprovalRequest = { ...request, allowSession: false, expiresAt: null };
  const base = { turnId: "t", at: "2030-01-01T00:00:00.000Z", callId: request.callId };
  await stores.turns.append(lease, [
    { ...base, type: "call-start", tool },
    { ...base, type: "approval-request", request: whole },
  ]);
  return whole;
}

test("where three of ten rings are lost, every answer reaches its call, at the latest with the next look [ASK-03]", async () => {
  const { clock, bus, stores, desk, lease } = await openHouse();
  const requests: ApprovalRequest[] = [];
  for (let n = 0; n < 60; n += 1) requests.push(await ask(stores, lease, n));
  const replies = requests.map((request) => desk.handler(request, { signal: new AbortController().signal }));
  await clock.advance(0);
  for (const [n, { id }] of requests.entries()) {
    const answers = await Promise.all(
      (["allowed", "denied"] as const).map((decision) => desk.answer(account, id, { decision, reason: `${n}` })),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  }
  expect(bus.lost()).toBeGreaterThan(10);
  await clock.advance(2_000);
  const said = await Promise.all(replies);
  expect(said).toEqual(requests.map((_, n) => ({ decision: "allowed", note: `${n}` })));
});

test("readers of a stream hear every event once and in order", async () => {
  const bus = lossyBus(createInProcessBus(), 7);
  const server = await startTestServer({ bus });
  const readers = [readEvents(await server.events()), readEvents(await server.events())];
  const titles = Array.from({ length: 40 }, (_, n) => `${n}`);
  for (const title of titles) await server.ask("createConversation", { body: { title } });
  expect(bus.lost()).toBeGreaterThan(5);
  for (const reader of readers) {
    const events = await reader.until("all are told", (all) => all.length === titles.length);
    expect(events.map((event) => event.type === "conversation" && event.conversation?.title)).toEqual(titles);
  }
});
