import { randomUUID } from "node:crypto";
import type { ApprovalRequest, SessionEvent } from "@loop/contract";
import { createHostSession, type HostSession, sharedPolicy, systemClock, type TurnSetup } from "@loop/core/host";
import { type FakeHttpServer, makeTempDir, scriptedDriver, waitUntil } from "@loop/testkit";
import { expect, onTestFinished, test } from "vitest";
import { type AccountBench, addCard, never, openAccountBench } from "../../test-support/account-bench.js";
import type { AccountServerRoom } from "./create-account-servers.js";

interface Talk {
  readonly bench: AccountBench;
  readonly fake: FakeHttpServer;
  readonly room: AccountServerRoom;
  readonly id: string;
  readonly session: HostSession;
  readonly events: SessionEvent[];
  readonly questions: ApprovalRequest[];
  answer(decision: "allowed" | "denied"): void;
  say(setup?: TurnSetup): Promise<void>;
}

/** A conversation of alice with a model that calls `tool` once and then says what came of it. */
async function talk(tool: string, args: unknown): Promise<Talk> {
  const bench = await openAccountBench();
  const fake = await bench.fake({ tools: ["echo", "slow"] });
  const room = bench.replica();
  const id = await addCard(room, "alice", { label: "Hub", url: fake.url });
  const model = scriptedDriver((request) =>
    request.toolResults.length > 0 ? { text: "Done." } : { toolCalls: [{ name: `mcp_hub_${tool}`, args }] },
  );
  const session = createHostSession({
    model,
    workspaceRoot: makeTempDir(),
    permission: "read-only",
    toolSource: null,
    policy: sharedPolicy,
    conversationId: "talk",
    clock: systemClock,
    newId: randomUUID,
  });
  onTestFinished(() => session.dispose());
  const questions: ApprovalRequest[] = [];
  let settle: (decision: "allowed" | "denied") => void = () => undefined;
  session.setApprovalHandler((request) => {
    questions.push(request);
    return new Promise((resolve) => {
      settle = resolve;
    });
  });
  const events: SessionEvent[] = [];
  return {
    ...{ bench, fake, room, id, session, events, questions },
    answer: (decision) => settle(decision),
    say: async (given) => {
      const turn = { accountId: "alice", conversationChoice: true, spoken: false, botTick: null, byHand: false };
      const made = await room.setUpTurn(turn);
      if (!made.ok) throw new Error(made.code);
      const emit = async (event: SessionEvent) => void events.push(event);
      await session.runPrompt("Do it", { turnId: randomUUID(), setup: given ?? made.value, emit }, never);
    },
  };
}

const ofType = (events: readonly SessionEvent[], type: SessionEvent["type"]) =>
  events.filter((event) => event.type === type);

test("a call is asked with server, tool, words and arguments, and sent once allowed [ASK-01] [ASK-04]", async () => {
  const each = await talk("echo", { text: "hi" });
  const turn = each.say();
  await waitUntil(() => each.questions.length === 1, { what: "the question stands", withinMs: 15_000 });
  expect(each.questions).toMatchObject([
    {
      tool: { serverId: each.id, toolName: "echo", modelName: "mcp_hub_echo" },
      serverName: "Hub",
      args: { text: "hi" },
      allowSession: false,
    },
  ]);
  expect(each.fake.journal.received("tools/call")).toEqual([]);
  each.answer("allowed");
  await turn;
  expect(ofType(each.events, "call-end")).toMatchObject([{ status: "ok" }]);
  expect(each.fake.journal.executions("echo", { text: "hi" })).toBe(1);
});

test("a server suspended under an open question refuses it, and a late yes sends nothing [ADM-03] [SRV-09]", async () => {
  const each = await talk("echo", { text: "hi" });
  const turn = each.say();
  await waitUntil(() => each.questions.length === 1, { what: "the question stands", withinMs: 15_000 });
  await each.room.suspensions.suspend(each.id, true);
  each.answer("allowed");
  await turn;
  expect(ofType(each.events, "approval-result")).toMatchObject([
    { result: { decision: "denied", reason: "revoked", code: "server-suspended" } },
  ]);
  expect(ofType(each.events, "call-end")).toMatchObject([{ status: "cancelled", code: "server-suspended" }]);
  expect(ofType(each.events, "turn-end")).toMatchObject([{ reason: "done" }]);
  expect(each.fake.journal.received("tools/call")).toEqual([]);
});

test("a server removed under a running call ends it, and its step says that it may have taken effect [SRV-09] [PER-14]", async () => {
  const each = await talk("slow", { ms: 30_000 });
  const turn = each.say();
  await waitUntil(() => each.questions.length === 1, { what: "the question stands", withinMs: 15_000 });
  each.answer("allowed");
  await waitUntil(() => each.fake.journal.received("tools/call").length === 1, { what: "the call is out" });
  await each.room.suspensions.remove(each.id);
  await turn;
  const end = { status: "cancelled", code: "server-unknown", mayHaveTakenEffect: true };
  expect(ofType(each.events, "call-end")).toMatchObject([end]);
});

test("a server that is down is a step of its own, and the turn goes on [TML-01]", async () => {
  const each = await talk("echo", { text: "hi" });
  await each.fake.stop();
  const turn = each.say();
  await waitUntil(() => each.questions.length === 1, { what: "the question stands", withinMs: 15_000 });
  each.answer("allowed");
  await turn;
  const end = { status: "unreachable", code: "network-unreachable" };
  expect(ofType(each.events, "call-end")).toMatchObject([end]);
  expect(ofType(each.events, "turn-end")).toMatchObject([{ reason: "done" }]);
});

test("a reader is told first of a server that the turn goes without [TML-01] [ADM-02]", async () => {
  const each = await talk("echo", { text: "hi" });
  await each.room.suspensions.suspend(each.id, true);
  await each.say();
  const params = { serverId: each.id, serverName: "Hub" };
  expect(ofType(each.events, "notice")[0]).toMatchObject({ code: "server-suspended", params });
  expect(each.questions).toEqual([]);
});
