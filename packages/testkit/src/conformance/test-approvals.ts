import type { StoredAnswer } from "@loop/core/host";
import { expect, test } from "vitest";
import { ask, countTo, eventOf, leaseMs, type OpenReplicas, openWorld, startTurn, turnEnd } from "./replicas.js";

const allowed: StoredAnswer = { decision: "allowed" };

export function testApprovals(open: OpenReplicas): void {
  testAnswers(open);
  testOffers(open);
  testExpiry(open);
  testSettling(open);
}

function testAnswers(open: OpenReplicas): void {
  test("a question stands with its exact arguments until it is answered [PER-06]", async () => {
    const { first, second, ...world } = await openWorld(open);
    const lease = await startTurn({ first, second, ...world });
    const request = await ask(first, lease, "q");
    expect(await second.approvals.pending("alice")).toEqual([request]);
    expect(await second.approvals.read("q")).toBe("pending");
    expect(await second.approvals.answer("alice", "q", allowed)).toEqual({ kind: "settled-now", request });
    expect(await first.approvals.read("q")).toEqual(allowed);
    expect(await first.approvals.pending("alice")).toEqual([]);
  });

  test("a person's words and the wish to stop the script reach the runner", async () => {
    const world = await openWorld(open);
    await ask(world.first, await startTurn(world), "q");
    const answer: StoredAnswer = { decision: "denied", note: "Not on a Sunday.", stopScript: true };
    await world.second.approvals.answer("alice", "q", answer);
    expect(await world.first.approvals.read("q")).toEqual(answer);
  });

  test("of fifty answers at once the first counts and the others are told so [ASK-03]", async () => {
    const { first, second, ...world } = await openWorld(open);
    await ask(first, await startTurn({ first, second, ...world }), "q");
    const outcomes = await Promise.all(
      countTo(50).map(async (n) => {
        const answer: StoredAnswer = { decision: n % 3 === 0 ? "denied" : "allowed", note: `answer ${n}` };
        const outcome = await (n % 2 === 0 ? first : second).approvals.answer("alice", "q", answer);
        return { answer, kind: outcome.kind };
      }),
    );
    const winners = outcomes.filter((outcome) => outcome.kind === "settled-now");
    expect(winners).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.kind === "already-settled")).toHaveLength(49);
    expect(await first.approvals.read("q")).toEqual(winners[0]?.answer);
  });

  test("a question nobody asked is unknown", async () => {
    const { first } = await openWorld(open);
    expect(await first.approvals.answer("alice", "none", allowed)).toEqual({ kind: "unknown" });
    expect(await first.approvals.read("none")).toBeNull();
  });
}

function testOffers(open: OpenReplicas): void {
  test("an answer that is not offered leaves the question open [PER-04]", async () => {
    const world = await openWorld(open);
    const request = await ask(world.first, await startTurn(world), "q", { allowSession: false });
    expect(await world.first.approvals.answer("alice", "q", { decision: "allowed-session" })).toEqual({
      kind: "not-offered",
    });
    expect(await world.second.approvals.pending("alice")).toEqual([request]);
    expect(await world.second.approvals.answer("alice", "q", allowed)).toEqual({ kind: "settled-now", request });
    expect(await world.first.approvals.answer("alice", "q", { decision: "allowed-session" })).toEqual({
      kind: "already-settled",
    });
  });

  test("allowing for the session counts where it is offered [PER-04]", async () => {
    const world = await openWorld(open);
    const request = await ask(world.first, await startTurn(world), "q", { allowSession: true });
    const answer: StoredAnswer = { decision: "allowed-session" };
    expect(await world.first.approvals.answer("alice", "q", answer)).toEqual({ kind: "settled-now", request });
    expect(await world.second.approvals.read("q")).toEqual(answer);
  });
}

function testExpiry(open: OpenReplicas): void {
  test("an answer at or after the end of its time does not count [PER-05]", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world);
    const at = new Date(Date.parse(world.clock.isoNow()) + 5_000).toISOString();
    await ask(world.first, lease, "in-time", { expiresAt: at });
    await ask(world.first, lease, "late", { expiresAt: at });
    const open_ = await ask(world.first, lease, "unlimited");
    await world.clock.advance(4_999);
    expect(await world.first.approvals.answer("alice", "in-time", allowed)).toMatchObject({ kind: "settled-now" });
    await world.clock.advance(1);
    expect(await world.first.approvals.answer("alice", "late", allowed)).toEqual({ kind: "already-settled" });
    expect(await world.second.approvals.read("late")).toBe("pending");
    expect(await world.second.approvals.pending("alice")).toEqual([open_]);
    expect(await world.second.approvals.answer("alice", "unlimited", allowed)).toMatchObject({ kind: "settled-now" });
  });
}

function testSettling(open: OpenReplicas): void {
  test("a result closes its question, and wins over an answer it did not follow", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world);
    for (const id of ["open", "answered"]) await ask(world.first, lease, id);
    await world.first.approvals.answer("alice", "answered", allowed);
    for (const id of ["open", "answered"]) {
      const result = { decision: "denied", reason: "revoked", code: "catalog-changed" } as const;
      const told = eventOf(lease, { type: "approval-result", callId: `call-${id}`, requestId: id, result });
      await world.first.turns.append(lease, [told]);
      expect(await world.second.approvals.read(id)).toMatchObject({ decision: "denied" });
      expect(await world.second.approvals.answer("alice", id, allowed)).toEqual({ kind: "already-settled" });
    }
    expect(await world.second.approvals.pending("alice")).toEqual([]);
  });

  test("no question outlives its turn [ASK-05]", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world);
    await ask(world.first, lease, "q");
    await world.first.turns.append(lease, [turnEnd(lease)]);
    expect(await world.second.approvals.pending("alice")).toEqual([]);
    expect(await world.second.approvals.answer("alice", "q", allowed)).toEqual({ kind: "already-settled" });
    expect(await world.first.approvals.read("q")).toEqual({ decision: "denied" });
  });

  test("an answer for a runner that is gone does not count, even before it is reaped [ASK-05]", async () => {
    const world = await openWorld(open);
    const lease = await startTurn(world);
    await ask(world.first, lease, "q");
    await world.clock.advance(leaseMs);
    expect(await world.second.approvals.answer("alice", "q", allowed)).toEqual({ kind: "already-settled" });
    expect(await world.second.approvals.pending("alice")).toEqual([]);
  });
}
