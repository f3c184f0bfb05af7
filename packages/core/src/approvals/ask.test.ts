import type { ApprovalRequest } from "@loop/contract";
import { manualClock } from "@loop/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CatalogLifetime } from "../mcp/lifetime.js";
import type { ApprovalReply } from "./approval.js";
import { ask } from "./ask.js";

const request: ApprovalRequest = {
  id: "q1",
  conversationId: "c1",
  turnId: "t1",
  callId: "call1",
  tool: { serverId: "mail", toolName: "send", modelName: "mcp_send", label: "Send" },
  description: "",
  args: {},
  allowSession: true,
  expiresAt: null,
};

const EVENTS = ["allowed", "allowed-session", "denied", "throws", "deadline", "stop", "revoke"] as const;
type Event = (typeof EVENTS)[number];

const OUTCOMES: Record<Event, unknown> = {
  allowed: { allowed: true },
  "allowed-session": { allowed: true, session: true },
  denied: { allowed: false, reason: "user", code: "call-denied" },
  throws: { allowed: false, reason: "no-handler", code: "approval-handler-failed" },
  deadline: { allowed: false, reason: "timeout", code: "call-expired" },
  stop: { allowed: false, reason: "cancelled", code: "call-cancelled" },
  revoke: { allowed: false, reason: "revoked", code: "server-disabled" },
};

function race() {
  const clock = manualClock();
  const turn = new AbortController();
  const lifetime = new CatalogLifetime("l1", "mail");
  const seen: AbortSignal[] = [];
  let answer: (reply: ApprovalReply) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const outcome = ask({
    request,
    waitMs: 1_000,
    clock,
    signal: turn.signal,
    lifetime,
    handler: (_request, { signal }) => {
      seen.push(signal);
      return new Promise((resolve, reject) => {
        answer = resolve;
        fail = reject;
      });
    },
  });
  const happen: Record<Event, () => unknown> = {
    allowed: () => answer("allowed"),
    "allowed-session": () => answer("allowed-session"),
    denied: () => answer("denied"),
    throws: () => fail(new Error("gone")),
    deadline: () => clock.advance(1_000),
    stop: () => turn.abort(),
    revoke: () => lifetime.revoke("server-disabled"),
  };
  return { clock, seen, outcome, happen };
}

const tick = () => new Promise((resolve) => setImmediate(resolve));

test("in any order of answer, deadline, stop and revocation the first decides and the rest change nothing [PER-05] [PER-06]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...EVENTS], { minLength: 1 }), async (order) => {
      const { clock, seen, outcome, happen } = race();
      for (const event of order) {
        await happen[event]();
        await tick();
      }
      expect(await outcome).toEqual(OUTCOMES[order[0] ?? "stop"]);
      expect(clock.pending).toBe(0);
      expect(seen.map((signal) => signal.aborted)).toEqual([true]);
    }),
    { numRuns: 300 },
  );
});

test("an answer in the same instant as a stop or a revocation never lets the call through [PER-06]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(["allowed", "stop", "revoke"] as const, { minLength: 2 }), async (order) => {
      const { outcome, happen } = race();
      for (const event of order) void happen[event]();
      expect(await outcome).toMatchObject({ allowed: false });
    }),
    { numRuns: 50 },
  );
});
