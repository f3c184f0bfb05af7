import { SessionEvent } from "@loop/contract";
import { expect, test } from "vitest";
import { textAnswer } from "../../test/memory-source.js";
import { sendCall, sessionBench, tick } from "../../test/session-bench.js";
import type { ApprovalHandler } from "../approvals/approval.js";
import { sharedPolicy } from "../policy/shared.js";
import { LeaseLostError } from "../ports/turn-store.js";

const allow: ApprovalHandler = async () => "allowed";
const never: ApprovalHandler = () => new Promise(() => {});

test("a turn with an allowed call: events in order, a timeline a reader can follow, a history a model can read [PER-06]", async () => {
  const bench = sessionBench({ script: [{ text: "Sending.", ...sendCall() }, { text: "Sent." }], handler: allow });
  bench.source.answer = () => textAnswer("message 7");
  await bench.prompt("Send hi.");
  expect(bench.types().filter((type) => type !== "text-delta")).toEqual([
    "turn-start",
    "call-start",
    "approval-request",
    "approval-result",
    "call-end",
    "turn-end",
  ]);
  for (const event of bench.events) expect(SessionEvent.safeParse(event).success).toBe(true);
  const at = bench.clock.isoNow();
  const tool = {
    serverId: "mail",
    toolName: "send",
    modelName: "mcp_mail_send",
    label: "send of mail",
    serverName: "MAIL",
  };
  expect(bench.timeline()).toEqual({
    runningTurnId: null,
    lastSeq: 0,
    entries: [
      { kind: "user", turnId: "t1", at, text: "Send hi." },
      { kind: "assistant", turnId: "t1", at, text: "Sending." },
      {
        kind: "step",
        turnId: "t1",
        at,
        callId: "id1",
        tool,
        status: "ok",
        args: { text: "hi" },
        allowedBy: "person",
        result: [{ type: "text", text: "message 7" }],
        durationMs: 0,
      },
      { kind: "assistant", turnId: "t1", at, text: "Sent." },
    ],
  });
  expect(bench.turnEnd()).toMatchObject({
    reason: "done",
    usage: { inputTokens: 100, cachedInputTokens: 64, outputTokens: 18 },
  });
  expect(bench.saved.map((message) => message.role)).toEqual(["user", "assistant", "tool", "assistant"]);
  expect(bench.toldModel(1)).toEqual(["message 7"]);
});

test("the bytes that were asked about are the bytes that are sent [PER-06]", async () => {
  const asked: unknown[] = [];
  const bench = sessionBench({
    script: [sendCall({ text: "hi", deep: [1, { two: 2 }] }), {}],
    handler: async (request) => {
      asked.push(request.args);
      return "allowed";
    },
  });
  await bench.prompt("go");
  expect(bench.source.sent.map((call) => call.args)).toEqual([{ text: "hi", deep: [1, { two: 2 }] }]);
  expect(bench.source.sent[0]?.args).toBe(asked[0]);
});

test("calls of one answer are asked and sent one after the other, each with its own id [PER-06]", async () => {
  const order: string[] = [];
  const twice = { toolCalls: [...sendCall({ text: "1" }).toolCalls, ...sendCall({ text: "2" }).toolCalls] };
  const bench = sessionBench({
    script: [twice, {}],
    handler: async (request) => {
      order.push(`ask ${JSON.stringify(request.args)} ${request.callId}`);
      return "allowed";
    },
  });
  bench.source.answer = async (call) => {
    order.push(`send ${JSON.stringify(call.args)}`);
    return textAnswer("ok");
  };
  await bench.prompt("go");
  expect(order).toEqual(['ask {"text":"1"} id1', 'send {"text":"1"}', 'ask {"text":"2"} id3', 'send {"text":"2"}']);
});

test.each([
  ["a denial", async () => "denied" as const, "denied", "call-denied", "refused by the person"],
  ["a host without answers", null, "denied", "no-approval-handler", "Nobody can be asked"],
  ["an answer that is not offered", async () => "maybe" as never, "denied", "answer-not-offered", "not one of those"],
])(
  "%s sends nothing, tells the model, and the turn goes on [PER-05] [PER-04]",
  async (_name, handler, status, code, words) => {
    const bench = sessionBench({ script: [sendCall(), { text: "Then not." }], ...(handler ? { handler } : {}) });
    await bench.prompt("go");
    expect(bench.source.sent).toEqual([]);
    expect(bench.ends()).toEqual([expect.objectContaining({ status, code })]);
    expect(bench.toldModel(1)[0]).toContain(words);
    expect(bench.turnEnd()).toMatchObject({ reason: "done" });
  },
);

test("an unanswered question expires after the policy's time and the turn goes on [PER-05]", async () => {
  for (const [policy, minutes] of [
    [undefined, 30],
    [sharedPolicy, 2],
  ] as const) {
    const bench = sessionBench({
      script: [sendCall(), { text: "Nobody." }],
      handler: never,
      ...(policy ? { policy } : {}),
    });
    const turn = bench.prompt("go");
    await bench.clock.advance(minutes * 60_000 - 1);
    expect(bench.types().at(-1)).toBe("approval-request");
    await bench.clock.advance(1);
    await turn;
    expect(bench.ends()).toEqual([expect.objectContaining({ status: "expired", code: "call-expired" })]);
    expect(bench.toldModel(1)[0]).toContain("Nobody answered in time");
    expect(bench.source.sent).toEqual([]);
  }
});

test("stopping the turn withdraws its question, sends nothing and ends it as stopped [PER-05]", async () => {
  const bench = sessionBench({ script: [sendCall(), { text: "unreached" }], handler: never });
  const stop = new AbortController();
  const turn = bench.prompt("go", stop.signal);
  await tick();
  stop.abort();
  await turn;
  expect(bench.results()).toEqual([{ decision: "denied", reason: "cancelled", code: "call-cancelled" }]);
  expect(bench.ends()).toEqual([expect.objectContaining({ status: "cancelled", code: "call-cancelled" })]);
  expect(bench.turnEnd()).toMatchObject({ reason: "stopped" });
  expect(bench.source.sent).toEqual([]);
  expect(bench.saved.at(-1)?.role).toBe("tool");
});

test("a catalog that ends while its question stands cancels the step with its code and tells the model [CAT-06]", async () => {
  const bench = sessionBench({ script: [sendCall(), { text: "Gone." }], handler: never });
  const turn = bench.prompt("go");
  await tick();
  bench.source.end("mail", "server-disabled");
  await turn;
  expect(bench.ends()).toEqual([expect.objectContaining({ status: "cancelled", code: "server-disabled" })]);
  expect(bench.results()).toEqual([{ decision: "denied", reason: "revoked", code: "server-disabled" }]);
  expect(bench.toldModel(1)[0]).toContain("Nothing was sent.");
  expect(bench.source.sent).toEqual([]);
});

test("a call is refused when its catalog ends between the yes and the sending [CAT-06] [PER-06]", async () => {
  const bench = sessionBench({
    script: [sendCall(), {}],
    handler: allow,
    host: {
      beforeDispatch: async () => {
        bench.source.end("mail", "catalog-changed");
        return true;
      },
    },
  });
  await bench.prompt("go");
  expect(bench.results()).toEqual([{ decision: "allowed" }]);
  expect(bench.ends()).toEqual([expect.objectContaining({ status: "cancelled", code: "catalog-changed" })]);
  expect(bench.source.sent).toEqual([]);
});

test("invalid arguments are told with their path, nobody is asked and nothing is sent [CAT-03]", async () => {
  const bench = sessionBench({ script: [sendCall({ text: 3 }), { text: "Oh." }], handler: allow });
  bench.source.check = () => ({ ok: false, code: "arguments-invalid", path: "/text", message: "must be string" });
  await bench.prompt("go");
  expect(bench.types()).not.toContain("approval-request");
  expect(bench.ends()).toEqual([expect.objectContaining({ status: "failed", code: "arguments-invalid" })]);
  expect(bench.toldModel(1)).toEqual([
    "The arguments do not fit the tool's schema. Nothing was sent. /text: must be string",
  ]);
  expect(bench.source.sent).toEqual([]);
});

test("a check that breaks has not passed [CAT-03]", async () => {
  const bench = sessionBench({ script: [sendCall(), {}], permission: "full-access" });
  bench.source.check = () => {
    throw new Error("worker gone");
  };
  await bench.prompt("go");
  expect(bench.ends()).toEqual([expect.objectContaining({ status: "failed", code: "arguments-unchecked" })]);
  expect(bench.source.sent).toEqual([]);
});

test("a timeout after sending tells model and reader that it may have taken effect [PER-14]", async () => {
  const bench = sessionBench({ script: [sendCall(), { text: "Hm." }], permission: "full-access" });
  bench.source.answer = () => ({
    status: "failed",
    code: "call-timeout",
    content: [],
    mayHaveTakenEffect: true,
    serverAnswered: false,
  });
  await bench.prompt("go");
  expect(bench.ends()).toEqual([
    expect.objectContaining({ status: "failed", code: "call-timeout", mayHaveTakenEffect: true }),
  ]);
  expect(bench.toldModel(1)[0]).toContain("It may have taken effect.");
  expect(bench.source.sent).toHaveLength(1);
});

test("a cancelled call that was sent may have taken effect, and is never sent again [PER-14] [PER-08]", async () => {
  const bench = sessionBench({ script: [sendCall()], permission: "full-access" });
  bench.source.answer = ({ signal }) =>
    new Promise((resolve) => {
      signal.addEventListener("abort", () =>
        resolve({
          status: "cancelled",
          code: "call-cancelled",
          content: [],
          mayHaveTakenEffect: true,
          serverAnswered: false,
        }),
      );
    });
  const stop = new AbortController();
  const turn = bench.prompt("go", stop.signal);
  await tick();
  stop.abort();
  await turn;
  expect(bench.ends()).toEqual([expect.objectContaining({ status: "cancelled", mayHaveTakenEffect: true })]);
  expect(JSON.stringify(bench.saved)).toContain("may have taken effect");
  expect(bench.source.sent).toHaveLength(1);
});

test("a rejection by the server is a failure under every preset: not asked again, not sent again [PER-13]", async () => {
  for (const permission of ["workspace-write", "full-access"] as const) {
    for (const code of ["authentication-required", "access-rejected", "tool-refused"] as const) {
      let asked = 0;
      const handler: ApprovalHandler = async () => {
        asked += 1;
        return "allowed";
      };
      const bench = sessionBench({ script: [sendCall(), { text: "No." }], permission, handler });
      bench.source.answer = () => ({
        status: "failed",
        code,
        content: [],
        mayHaveTakenEffect: false,
        serverAnswered: true,
      });
      await bench.prompt("go");
      expect(asked).toBe(permission === "full-access" ? 0 : 1);
      expect(bench.source.sent).toHaveLength(1);
      expect(bench.ends()).toEqual([expect.objectContaining({ status: "failed", code })]);
      expect(bench.session.grants()).toEqual([]);
    }
  }
});

test("automatic decisions are paired events with their source; a person's has none [PER-07]", async () => {
  const script = Array.from({ length: 3 }, () => [sendCall(), { text: "ok" }]).flat();
  const bench = sessionBench({ script, handler: async () => "allowed-session" });
  await bench.prompt("one");
  await bench.prompt("two");
  bench.session.setPermission("full-access");
  await bench.prompt("three");
  expect(bench.results()).toEqual([
    { decision: "allowed-session" },
    { decision: "allowed", source: "session-grant" },
    { decision: "allowed", source: "full-access" },
  ]);
  expect(bench.types().filter((type) => type === "approval-request")).toHaveLength(3);
});

test("a rejected event ends the turn at once and nothing is sent [ASK-05]", async () => {
  for (const failing of ["call-start", "approval-request", "approval-result"] as const) {
    const bench = sessionBench({
      script: [sendCall(), { text: "unreached" }],
      handler: allow,
      host: {
        emit: async (event) => {
          bench.events.push(event);
          if (event.type === failing) throw new LeaseLostError();
        },
      },
    });
    await expect(bench.prompt("go")).rejects.toThrow(LeaseLostError);
    expect(bench.types().at(-1)).toBe(failing);
    expect(bench.source.sent).toEqual([]);
    expect(bench.model?.requests).toHaveLength(1);
  }
});

test("a lease lost right before the sending sends nothing and says nothing more [ASK-05]", async () => {
  const bench = sessionBench({ script: [sendCall()], handler: allow, host: { beforeDispatch: async () => false } });
  await expect(bench.prompt("go")).rejects.toThrow(LeaseLostError);
  expect(bench.types().at(-1)).toBe("approval-result");
  expect(bench.source.sent).toEqual([]);
});

test("disposing a session with an open question refuses it, interrupts the turn and sends nothing [ASK-05] [SDK-02]", async () => {
  const bench = sessionBench({ script: [sendCall()], handler: never });
  const turn = bench.prompt("go");
  await tick();
  await bench.session.dispose();
  await turn;
  expect(bench.results()).toEqual([{ decision: "denied", reason: "cancelled", code: "call-cancelled" }]);
  expect(bench.turnEnd()).toMatchObject({ reason: "interrupted", code: "turn-interrupted" });
  expect(bench.source.sent).toEqual([]);
  await expect(bench.prompt("again")).rejects.toMatchObject({ code: "session-closed" });
});

test("one turn at a time: a second one is refused by its code and changes nothing", async () => {
  const bench = sessionBench({ script: [sendCall(), { text: "ok" }], handler: never });
  const stop = new AbortController();
  const turn = bench.prompt("go", stop.signal);
  await tick();
  const before = bench.events.length;
  await expect(bench.prompt("me too")).rejects.toMatchObject({ code: "turn-running" });
  await expect(bench.call("mail", "send", {})).rejects.toMatchObject({ code: "turn-running" });
  expect(bench.events).toHaveLength(before);
  stop.abort();
  await turn;
  await bench.prompt("now");
  expect(bench.turnEnd()).toMatchObject({ reason: "done" });
});
