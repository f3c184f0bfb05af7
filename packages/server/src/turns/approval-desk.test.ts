import type { ApprovalRequest } from "@loop/contract";
import { type Bus, systemClock } from "@loop/core/host";
import { createInProcessBus, openStores } from "@loop/stores";
import { manualClock, waitUntil } from "@loop/testkit";
import { expect, test } from "vitest";
import { ApprovalDesk } from "./approval-desk.js";
import { ringingStores } from "./ringing-stores.js";

const account = "personal";
const tool = { serverId: "s", toolName: "echo", modelName: "s_echo", label: "Echo" };

const request: ApprovalRequest = {
  id: "question",
  conversationId: "c",
  turnId: "t",
  callId: "call",
  tool,
  description: "Echoes.",
  args: { text: "hello" },
  allowSession: false,
  expiresAt: null,
};

/** A desk over real rows, with one open question. */
async function deskWithQuestion(options: { bus?: Bus; clock?: typeof systemClock } = {}) {
  const bus = options.bus ?? createInProcessBus();
  const stores = ringingStores(await openStores({ file: ":memory:" }), bus, [account]);
  const at = systemClock.isoNow();
  await stores.conversations.create({
    id: "c",
    accountId: account,
    title: "",
    permission: "workspace-write",
    workspace: null,
    createdAt: at,
  });
  const begun = await stores.turns.begin({
    turnId: "t",
    conversationId: "c",
    accountId: account,
    parentTurnId: null,
    owner: "owner",
    leaseMs: 60_000,
    events: [],
    messages: [],
  });
  if (begun === null) throw new Error("the turn must begin");
  await stores.turns.append(begun.lease, [
    { type: "call-start", turnId: "t", at, callId: "call", tool },
    { type: "approval-request", turnId: "t", at, callId: "call", request },
  ]);
  const clock = options.clock ?? systemClock;
  return { stores, desk: new ApprovalDesk({ approvals: stores.approvals, bus, clock }) };
}

const waiting = () => new AbortController().signal;

test("the first answer counts, from whichever tab, and reaches the waiting call [ASK-03]", async () => {
  const { desk } = await deskWithQuestion();
  const reply = desk.handler(request, { signal: waiting() });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      desk.answer(account, "question", { decision: index % 2 === 0 ? "allowed" : "denied", reason: `tab ${index}` }),
    ),
  );
  const taken = answers.filter((answer) => answer.ok);
  const late = answers.filter((answer) => !answer.ok);
  expect(taken).toHaveLength(1);
  expect(late).toEqual(Array.from({ length: 19 }, () => ({ ok: false, code: "approval-settled" })));
  expect(await reply).toEqual({ decision: "allowed", note: "tab 0" });
});

test("a refusal may end the script that asked, and says so to the call", async () => {
  const { desk } = await deskWithQuestion();
  const reply = desk.handler(request, { signal: waiting() });
  await desk.answer(account, "question", { decision: "denied", reason: "enough", stopScript: true });
  expect(await reply).toEqual({ decision: "denied", note: "enough", stopScript: true });
});

test("an answer that is not offered leaves the question open [PER-04]", async () => {
  const { desk } = await deskWithQuestion();
  expect(await desk.answer(account, "question", { decision: "allowed-session" })).toEqual({
    ok: false,
    code: "decision-not-offered",
  });
  expect(await desk.answer(account, "question", { decision: "allowed" })).toEqual({
    ok: true,
    value: { decision: "allowed" },
  });
});

test("another account and an unknown id find no question", async () => {
  const { desk } = await deskWithQuestion();
  const unknown = { ok: false, code: "approval-unknown" };
  expect(await desk.answer("other", "question", { decision: "allowed" })).toEqual(unknown);
  expect(await desk.answer(account, "nothing", { decision: "allowed" })).toEqual(unknown);
});

test("a ring that is lost costs a poll, never an answer [ASK-03]", async () => {
  const deaf: Bus = { publish: () => undefined, subscribe: async () => () => undefined, close: async () => undefined };
  const clock = manualClock();
  const { desk, stores } = await deskWithQuestion({ bus: deaf, clock });
  let reply: unknown = null;
  const over = desk.handler(request, { signal: waiting() }).then((answer) => {
    reply = answer;
  });
  await waitUntil(() => clock.pending === 1);
  await stores.approvals.answer(account, "question", { decision: "denied" });
  expect(reply).toBeNull();
  await clock.advance(2_000);
  await over;
  expect(reply).toEqual({ decision: "denied" });
});

test("a withdrawn question is waited for no longer [PER-05]", async () => {
  const { desk } = await deskWithQuestion();
  const turn = new AbortController();
  const reply = desk.handler(request, { signal: turn.signal });
  turn.abort();
  expect(await reply).toBe("denied");
});
