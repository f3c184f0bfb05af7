import type { ApprovalDecision, ApprovalRequest, ApprovalResult, PermissionPreset } from "@loop/contract";
import { manualClock } from "@loop/testkit";
import { expect, test } from "vitest";
import { CatalogLifetime } from "../mcp/lifetime.js";
import { personalPolicy } from "../policy/personal.js";
import { sharedPolicy } from "../policy/shared.js";
import type { ApprovalHandler, ApprovalReply } from "./approval.js";
import { freezeArgs } from "./frozen-args.js";
import { ApprovalGate, type GatedCall } from "./gate.js";
import { type EndedGrant, SessionGrants } from "./grants.js";

function ids(prefix: string): () => string {
  let count = 0;
  return () => `${prefix}${++count}`;
}

function setUp(
  options: { preset?: PermissionPreset; handler?: ApprovalHandler | null; shared?: boolean; graceMs?: number } = {},
) {
  const clock = manualClock();
  const ended: EndedGrant[] = [];
  const grants = new SessionGrants({ newId: ids("g"), isoNow: clock.isoNow, onEnded: (one) => ended.push(one) });
  const state = { preset: options.preset ?? "workspace-write", handler: options.handler ?? null };
  const gate = new ApprovalGate({
    consent: (options.shared ? sharedPolicy : personalPolicy).consent,
    conversationId: "c1",
    answerWithinMs: 1_000,
    answerGraceMs: options.graceMs ?? 0,
    grants,
    clock,
    newId: ids("q"),
    preset: () => state.preset,
    handler: () => state.handler,
  });
  const log: (ApprovalRequest | ApprovalResult)[] = [];
  const events = {
    requested: async (request: ApprovalRequest) => void log.push(request),
    settled: async (_request: ApprovalRequest, result: ApprovalResult) => void log.push(result),
  };
  const lifetime = new CatalogLifetime("l1", "mail");
  const decide = (call: Partial<GatedCall> = {}, signal = new AbortController().signal) =>
    gate.decide({ ...callOf(lifetime), ...call }, events, signal);
  return { clock, ended, grants, state, gate, log, events, lifetime, decide };
}

function callOf(lifetime: CatalogLifetime): GatedCall {
  const tool = { serverId: "mail", toolName: "send", modelName: "mcp_send", label: "Send" };
  return {
    turnId: "t1",
    callId: "call1",
    tool,
    serverName: "Mail",
    description: "Sends.",
    args: { to: "a" },
    lifetime,
  };
}

const answering =
  (reply: ApprovalReply): ApprovalHandler =>
  async () =>
    reply;

/** A handler that a test answers by hand. */
function heldHandler() {
  const asked: { request: ApprovalRequest; signal: AbortSignal; answer: (reply: ApprovalReply) => void }[] = [];
  const handler: ApprovalHandler = (request, { signal }) =>
    new Promise((resolve) => asked.push({ request, signal, answer: resolve }));
  return { handler, asked };
}

const tick = () => new Promise((resolve) => setImmediate(resolve));

test("full access runs without asking and says so in a pair of events [PER-02] [PER-07]", async () => {
  const { decide, log } = setUp({ preset: "full-access", handler: answering("denied") });
  expect(await decide()).toEqual({ allowed: true, source: "full-access" });
  expect(log).toEqual([
    expect.objectContaining({ id: "q1", expiresAt: null }),
    { decision: "allowed", source: "full-access" },
  ]);
});

test("read only and workspace write ask [PER-02]", async () => {
  for (const preset of ["read-only", "workspace-write"] as const) {
    const { decide, log } = setUp({ preset, handler: answering("allowed") });
    expect(await decide()).toEqual({ allowed: true });
    expect(log[1]).toEqual({ decision: "allowed" });
  }
});

test("full access is the source where a grant holds as well [PER-02]", async () => {
  const { decide, state } = setUp({ handler: answering("allowed-session") });
  await decide();
  expect(await decide()).toEqual({ allowed: true, source: "session-grant" });
  state.preset = "full-access";
  expect(await decide()).toEqual({ allowed: true, source: "full-access" });
});

test("a grant covers any arguments of the exact tool and never another tool [GRT-03]", async () => {
  const { decide, log } = setUp({ handler: answering("allowed-session") });
  expect(await decide()).toEqual({ allowed: true, session: true });
  expect(log[1]).toEqual({ decision: "allowed-session" });
  expect(await decide({ args: { to: "somebody else" } })).toEqual({ allowed: true, source: "session-grant" });
  expect(log[3]).toEqual({ decision: "allowed", source: "session-grant" });
  const other = { serverId: "mail", toolName: "send_all", modelName: "mcp_send_all", label: "Send" };
  expect(await decide({ tool: other })).toEqual({ allowed: true, session: true });
});

test("a grant ends with its lifetime, for that catalog alone, and says why [GRT-03] [GRT-04]", async () => {
  const { decide, grants, ended, lifetime } = setUp({ handler: answering("allowed-session") });
  const other = new CatalogLifetime("l2", "notes");
  const note = { serverId: "notes", toolName: "send", modelName: "mcp_note", label: "Note" };
  await decide();
  await decide({ tool: note, lifetime: other });
  lifetime.revoke("server-disabled");
  expect(grants.list().map((grant) => grant.serverId)).toEqual(["notes"]);
  expect(ended).toEqual([
    { grant: expect.objectContaining({ serverId: "mail", toolName: "send" }), code: "server-disabled" },
  ]);
  const next = new CatalogLifetime("l3", "mail");
  expect(await decide({ lifetime: next })).toEqual({ allowed: true, session: true });
});

test("a grant that a person takes back is asked again and is no surprise [GRT-04]", async () => {
  const { decide, grants, ended, lifetime } = setUp({ handler: answering("allowed-session") });
  await decide();
  expect(grants.revoke("g1")).toBe(true);
  expect(grants.revoke("g1")).toBe(false);
  expect(await decide()).toEqual({ allowed: true, session: true });
  grants.clear();
  lifetime.revoke("catalog-changed");
  expect(ended).toEqual([]);
});

test("in shared mode neither preset nor grant skips the question, and allowed-session counts for nothing [PER-04]", async () => {
  const { decide, state, log } = setUp({ shared: true, preset: "full-access", handler: answering("allowed-session") });
  expect(await decide()).toEqual({ allowed: false, reason: "no-handler", code: "answer-not-offered" });
  expect(log[0]).toMatchObject({ allowSession: false });
  state.handler = answering("allowed");
  expect(await decide()).toEqual({ allowed: true });
});

test("a built-in tool is never offered for the session [PER-04]", async () => {
  const { decide, log, grants } = setUp({ handler: answering("allowed-session") });
  const outcome = await decide({ tool: { builtin: "run_command" }, lifetime: null });
  expect(outcome).toMatchObject({ allowed: false, code: "answer-not-offered" });
  expect(log[0]).toMatchObject({ allowSession: false });
  expect(grants.list()).toEqual([]);
});

test("a denial carries the person's words [PER-05]", async () => {
  const { decide, log } = setUp({ handler: answering({ decision: "denied", note: "not today" }) });
  expect(await decide()).toEqual({ allowed: false, reason: "user", code: "call-denied", note: "not today" });
  expect(log[1]).toEqual({ decision: "denied", reason: "user", code: "call-denied", note: "not today" });
});

test("without a handler, or with one that fails, the call is refused [PER-05]", async () => {
  const { decide, state, log } = setUp();
  expect(await decide()).toEqual({ allowed: false, reason: "no-handler", code: "no-approval-handler" });
  expect(log).toHaveLength(2);
  state.handler = async () => {
    throw new Error("broken");
  };
  expect(await decide()).toEqual({ allowed: false, reason: "no-handler", code: "approval-handler-failed" });
  state.handler = () => {
    throw new Error("broken at once");
  };
  expect(await decide()).toEqual({ allowed: false, reason: "no-handler", code: "approval-handler-failed" });
});

test.each([undefined, null, true, "yes", { decision: "ALLOWED" }, {}])(
  "the answer %j is no permission [PER-05]",
  async (reply) => {
    // What a host without types may return.
    const handler = (async () => reply) as unknown as ApprovalHandler;
    const { decide } = setUp({ handler });
    expect(await decide()).toMatchObject({ allowed: false, reason: "no-handler" });
  },
);

test("silence is a refusal at the time the question names, and a late answer changes nothing [PER-05]", async () => {
  const { handler, asked } = heldHandler();
  const { decide, clock, log, grants } = setUp({ handler });
  const outcome = decide();
  await tick();
  expect(log[0]).toMatchObject({ expiresAt: new Date(Date.parse(clock.isoNow()) + 1_000).toISOString() });
  await clock.advance(999);
  expect(log).toHaveLength(1);
  await clock.advance(1);
  expect(await outcome).toEqual({ allowed: false, reason: "timeout", code: "call-expired" });
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[0]?.answer("allowed-session");
  await tick();
  expect(log).toHaveLength(2);
  expect(grants.list()).toEqual([]);
  expect(clock.pending).toBe(0);
});

test("the grace lets an answer count that was stored in time [PER-05]", async () => {
  const { handler, asked } = heldHandler();
  const { decide, clock } = setUp({ handler, graceMs: 500 });
  const outcome = decide();
  await tick();
  await clock.advance(1_400);
  asked[0]?.answer("allowed");
  expect(await outcome).toEqual({ allowed: true });
});

test("the end of the turn withdraws the question [PER-05]", async () => {
  const { handler, asked } = heldHandler();
  const { decide, log, clock } = setUp({ handler });
  const turn = new AbortController();
  const outcome = decide({}, turn.signal);
  await tick();
  turn.abort();
  expect(await outcome).toEqual({ allowed: false, reason: "cancelled", code: "call-cancelled" });
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(log[1]).toEqual({ decision: "denied", reason: "cancelled", code: "call-cancelled" });
  expect(clock.pending).toBe(0);
});

test("the end of the catalog withdraws the question with its code [GRT-03] [CAT-06]", async () => {
  const { handler } = heldHandler();
  const { decide, lifetime } = setUp({ handler });
  const outcome = decide();
  await tick();
  lifetime.revoke("server-disabled");
  expect(await outcome).toEqual({ allowed: false, reason: "revoked", code: "server-disabled" });
});

test("a yes that arrives together with the end of the catalog is no permission [PER-06]", async () => {
  const { handler, asked } = heldHandler();
  const { decide, lifetime, grants } = setUp({ handler });
  const outcome = decide();
  await tick();
  asked[0]?.answer("allowed-session");
  lifetime.revoke("catalog-changed");
  expect(await outcome).toEqual({ allowed: false, reason: "revoked", code: "catalog-changed" });
  expect(grants.list()).toEqual([]);
});

test("nobody is asked when the turn or the catalog ended while the question was stored [PER-06]", async () => {
  const { handler, asked } = heldHandler();
  const { gate, lifetime } = setUp({ handler });
  const outcome = await gate.decide(
    callOf(lifetime),
    { requested: async () => lifetime.revoke("catalog-changed"), settled: async () => {} },
    new AbortController().signal,
  );
  expect(outcome).toMatchObject({ allowed: false, reason: "revoked" });
  expect(asked).toEqual([]);
});

test("full access still refuses what its catalog no longer holds [CAT-06]", async () => {
  const { decide, lifetime } = setUp({ preset: "full-access" });
  lifetime.revoke("catalog-changed");
  expect(await decide()).toEqual({ allowed: false, reason: "revoked", code: "catalog-changed" });
});

test("the question binds call, tool and arguments, and nobody can change it [PER-06]", async () => {
  const frozen = freezeArgs({ to: "a", list: [{ deep: 1 }] });
  if (!frozen.ok) throw new Error("not frozen");
  const seen: ApprovalRequest[] = [];
  const { decide, lifetime } = setUp({
    handler: async (request) => {
      seen.push(request);
      expect(() => Object.assign(request, { callId: "other" })).toThrow(TypeError);
      expect(() => Object.assign(request.tool, { toolName: "other" })).toThrow(TypeError);
      expect(() => Object.assign(request.args as object, { to: "b" })).toThrow(TypeError);
      return "allowed" satisfies ApprovalDecision;
    },
  });
  await decide({ args: frozen.args });
  expect(seen).toEqual([
    {
      ...callOf(lifetime),
      lifetime: undefined,
      args: { to: "a", list: [{ deep: 1 }] },
      id: "q1",
      conversationId: "c1",
      allowSession: true,
      expiresAt: expect.any(String),
    },
  ]);
});

test("arguments are copied as JSON before anybody is asked [PER-06]", () => {
  const given = { when: new Date(0), skip: undefined, nested: { n: 1 } };
  const frozen = freezeArgs(given);
  given.nested.n = 2;
  expect(frozen).toEqual({ ok: true, args: { when: "1970-01-01T00:00:00.000Z", nested: { n: 1 } } });
  expect(freezeArgs(undefined)).toEqual({ ok: true, args: {} });
  expect(freezeArgs({ big: 1n })).toEqual({ ok: false });
  const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));
  expect([freezeArgs(nested(400)).ok, freezeArgs(nested(600)).ok, freezeArgs(nested(100_000)).ok]).toEqual([
    true,
    false,
    false,
  ]);
  const loop: Record<string, unknown> = {};
  loop.self = loop;
  expect(freezeArgs(loop)).toEqual({ ok: false });
});
