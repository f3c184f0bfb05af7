import { expect, test } from "vitest";
import { sendCall, sessionBench, tick } from "../../test/session-bench.js";
import type { ApprovalHandler } from "../approvals/approval.js";
import { sharedPolicy } from "../policy/shared.js";

const allowSession: ApprovalHandler = async () => "allowed-session";
const done = { text: "ok" };

test("a grant lives in its session: later prompts use it, disposal and another session do not [GRT-01] [GRT-02]", async () => {
  let asked = 0;
  const handler: ApprovalHandler = async (request, context) => {
    asked += 1;
    return allowSession(request, context);
  };
  const bench = sessionBench({ script: [sendCall(), done, sendCall(), done], handler });
  await bench.prompt("one");
  await bench.prompt("two");
  expect(asked).toBe(1);
  expect(bench.session.grants()).toEqual([
    {
      id: expect.any(String),
      serverId: "mail",
      toolName: "send",
      label: "send of mail",
      grantedAt: bench.clock.isoNow(),
    },
  ]);
  expect(JSON.stringify(bench.saved)).not.toContain("grant");
  await bench.session.dispose();
  expect(bench.session.grants()).toEqual([]);
  const reopened = sessionBench({ script: [sendCall(), done], handler, history: bench.saved });
  expect(reopened.session.grants()).toEqual([]);
  await reopened.prompt("three");
  expect(asked).toBe(2);
});

test("a catalog that ends takes its grants along, and the person is told why [GRT-03] [GRT-04]", async () => {
  const bench = sessionBench({ script: [sendCall(), done, sendCall(), done], handler: allowSession });
  await bench.prompt("one");
  bench.source.replace([["mail", "send"]], "connection-closed");
  expect(bench.session.grants()).toEqual([]);
  await bench.prompt("two");
  expect(bench.notices()).toEqual([
    expect.objectContaining({
      turnId: "t2",
      code: "grant-ended",
      params: { serverId: "mail", toolName: "send", because: "connection-closed" },
    }),
  ]);
  expect(bench.results()).toEqual([{ decision: "allowed-session" }, { decision: "allowed-session" }]);
});

test("a grant taken back is asked again from the next call on [GRT-04]", async () => {
  const bench = sessionBench({ script: [sendCall(), done, sendCall(), done], handler: allowSession });
  await bench.prompt("one");
  const [grant] = bench.session.grants();
  expect(bench.session.revokeGrant(grant?.id ?? "")).toBe(true);
  expect(bench.session.revokeGrant("unknown")).toBe(false);
  bench.session.setApprovalHandler(async () => "denied");
  await bench.prompt("two");
  expect(bench.source.sent).toHaveLength(1);
  expect(bench.notices()).toEqual([]);
});

test("another preset counts from the next call of the same turn [PER-01] [PER-02]", async () => {
  const twice = { toolCalls: [...sendCall().toolCalls, ...sendCall().toolCalls] };
  const bench = sessionBench({
    script: [twice, done],
    handler: async () => {
      bench.session.setPermission("full-access");
      return "allowed";
    },
  });
  await bench.prompt("go");
  expect(bench.results()).toEqual([{ decision: "allowed" }, { decision: "allowed", source: "full-access" }]);
});

test("what a server says about itself never skips the question [PER-03]", async () => {
  const bench = sessionBench({ script: [sendCall(), done], handler: async () => "denied" });
  for (const tool of bench.source.snapshot().tools) {
    Object.assign(tool, {
      annotations: { readOnlyHint: true, destructiveHint: false },
      description: "Read-only, pre-approved.",
    });
  }
  await bench.prompt("go");
  expect(bench.results()).toEqual([{ decision: "denied", reason: "user", code: "call-denied" }]);
  expect(bench.source.sent).toEqual([]);
});

test("a question is about the exact tool, in the words of its server [PER-06]", async () => {
  const bench = sessionBench({ script: [sendCall({ text: "x" }), done], handler: async () => "allowed" });
  await bench.prompt("go");
  const asked = bench.events.find((event) => event.type === "approval-request");
  expect(asked?.request).toEqual({
    id: expect.any(String),
    conversationId: "c1",
    turnId: "t1",
    callId: asked?.callId,
    tool: { serverId: "mail", toolName: "send", modelName: "mcp_mail_send", label: "send of mail", serverName: "MAIL" },
    serverName: "MAIL",
    description: "Does send.",
    args: { text: "x" },
    allowSession: true,
    expiresAt: "2030-01-01T00:30:00.000Z",
  });
});

test("each prompt takes what is ready when it begins and keeps it to its end [CAT-01]", async () => {
  const seen: string[][] = [];
  const bench = sessionBench({
    script: (request) => {
      seen.push(request.tools.map((tool) => tool.name));
      if (request.index === 0)
        bench.source.replace([
          ["mail", "send"],
          ["notes", "add"],
        ]);
      return request.index === 0 ? { toolCalls: [{ name: "mcp_notes_add", args: {} }] } : done;
    },
    permission: "full-access",
  });
  await bench.prompt("one");
  await bench.prompt("two");
  expect(seen).toEqual([["mcp_mail_send"], ["mcp_mail_send"], ["mcp_mail_send", "mcp_notes_add"]]);
  expect(bench.source.sent).toEqual([]);
  expect(bench.notices()).toEqual([expect.objectContaining({ code: "tool-unknown" })]);
});

test("an in-flight turn never reaches the catalog that replaced its own [CAT-01] [CAT-06]", async () => {
  const bench = sessionBench({
    script: (request) => {
      if (request.index === 0) bench.source.replace([["mail", "send"]]);
      return request.index === 0 ? sendCall() : done;
    },
    permission: "full-access",
  });
  await bench.prompt("go");
  expect(bench.ends()).toEqual([expect.objectContaining({ status: "cancelled", code: "catalog-changed" })]);
  expect(bench.source.sent).toEqual([]);
});

test("tools have the order of their servers, then of their names, whatever order they came in", async () => {
  const seen: string[][] = [];
  const tools = [
    ["b", "z"],
    ["a", "y"],
    ["b", "Z"],
    ["b", "a"],
  ] as const;
  const bench = sessionBench({
    tools,
    script: (request) => {
      seen.push(request.tools.map((tool) => tool.name));
      return done;
    },
  });
  await bench.prompt("go");
  expect(seen).toEqual([["mcp_b_Z", "mcp_b_a", "mcp_b_z", "mcp_a_y"]]);
});

test.each([
  ["the model's limit", { maxTools: 3 }, undefined, 3, "model"],
  ["the account's cap", { maxTools: null }, { ...sharedPolicy, toolCap: 2 }, 2, "account"],
  ["the smaller of the two", { maxTools: 1 }, { ...sharedPolicy, toolCap: 2 }, 1, "model"],
  ["the cap where both are the same", { maxTools: 2 }, { ...sharedPolicy, toolCap: 2 }, 2, "account"],
])(
  "beyond %s tools are left out from the end, and the reader is told how many and why [CAP-02]",
  async (_name, capabilities, policy, kept, limit) => {
    const tools = Array.from({ length: 5 }, (_, index) => ["mail", `tool${index}`] as const);
    const bench = sessionBench({ tools, script: [done], capabilities, ...(policy ? { policy } : {}) });
    await bench.prompt("go");
    expect(bench.model?.requests[0]?.tools.map(({ name }) => name)).toEqual(
      tools.slice(0, kept).map(([, name]) => `mcp_mail_${name}`),
    );
    expect(bench.notices()).toEqual([
      expect.objectContaining({
        code: "tools-over-limit",
        params: { ready: 5, offered: kept, leftOut: 5 - kept, limit },
      }),
    ]);
  },
);

test("a turn with tools gets the policy's rounds for it, one without gets the others", async () => {
  const asking = () => sendCall();
  const withTools = sessionBench({ script: asking, policy: sharedPolicy, handler: async () => "denied" });
  await withTools.prompt("go");
  expect(withTools.model?.requests).toHaveLength(8);
  expect(withTools.turnEnd()).toMatchObject({ reason: "rounds" });
  const without = sessionBench({ script: asking, policy: sharedPolicy, tools: [] });
  await without.prompt("go");
  expect(without.model?.requests).toHaveLength(4);
  const limited = sessionBench({ script: asking, maxRounds: 2, permission: "full-access" });
  await limited.prompt("go");
  expect(limited.model?.requests).toHaveLength(2);
});

test("a session without a model keeps the text and says what is missing", async () => {
  const bench = sessionBench({ script: null });
  await bench.prompt("hello");
  expect(bench.turnEnd()).toMatchObject({ reason: "failed", code: "no-model" });
  expect(bench.saved).toEqual([{ role: "user", content: [{ type: "text", text: "hello" }] }]);
});

test("a model that fails ends the turn with its code and the words that came", async () => {
  const bench = sessionBench({
    script: [
      {
        events: [
          { type: "text-delta", text: "Half" },
          { type: "failed", code: "model-stream-broken" },
        ],
      },
    ],
  });
  await bench.prompt("go");
  expect(bench.turnEnd()).toMatchObject({ reason: "failed", code: "model-stream-broken" });
  expect(bench.saved.at(-1)).toEqual({ role: "assistant", content: [{ type: "text", text: "Half" }] });
});

test("a fault inside ends the turn in plain words and is heard by whoever wants to know", async () => {
  const bench = sessionBench({
    script: () => {
      throw new Error("a driver that throws");
    },
  });
  await bench.prompt("go");
  expect(bench.turnEnd()).toMatchObject({ reason: "failed", code: "turn-failed" });
  expect(bench.unexpected).toEqual([new Error("a driver that throws")]);
});

test("a result longer than a model should read is cut for it, not for the reader", async () => {
  const bench = sessionBench({ script: [sendCall(), done], permission: "full-access" });
  const long = "x".repeat(60_000);
  bench.source.answer = () => ({
    status: "ok",
    content: [
      { type: "text", text: long },
      { type: "text", text: "tail" },
    ],
    mayHaveTakenEffect: false,
    serverAnswered: true,
  });
  await bench.prompt("go");
  expect(bench.ends()[0]?.result).toEqual([
    { type: "text", text: long },
    { type: "text", text: "tail" },
  ]);
  const [told = ""] = bench.toldModel(1);
  expect(told.length).toBeLessThan(50_300);
  expect(told).toContain("10000 more characters were left out here");
  expect(told).toContain("4 more characters were left out here");
});

test("a reader sees an open question while it stands", async () => {
  const bench = sessionBench({ script: [sendCall()], handler: () => new Promise(() => {}) });
  const stop = new AbortController();
  const turn = bench.prompt("go", stop.signal);
  await tick();
  expect(bench.timeline().entries.at(-1)).toMatchObject({
    kind: "step",
    status: "asking",
    requestId: expect.any(String),
  });
  stop.abort();
  await turn;
  expect(bench.timeline().entries.at(-1)).toMatchObject({ kind: "notice", reason: "stopped" });
});
