import type { Grant } from "@loop/contract";
import type { ConversationRow, HostSession } from "@loop/core/host";
import { manualClock } from "@loop/testkit";
import { expect, test } from "vitest";
import { LiveSessions } from "./live-sessions.js";

const conversation: ConversationRow = {
  id: "c",
  accountId: "personal",
  title: "",
  permission: "workspace-write",
  workspace: null,
  createdAt: "",
  updatedAt: "",
  runningTurnId: null,
};
const grant: Grant = { id: "g", serverId: "s", toolName: "echo", label: "Echo", grantedAt: "" };
const hour = 60 * 60_000;

/** A session that only remembers whether it was disposed, and how many were opened. */
function sessionsOver(grants: readonly Grant[], messages: () => Promise<readonly []> = async () => []) {
  const clock = manualClock();
  const seen = { opened: 0, disposed: 0 };
  const open = async (): Promise<HostSession> => {
    seen.opened += 1;
    return {
      runPrompt: async () => undefined,
      runCall: async () => undefined,
      setApprovalHandler: () => undefined,
      setPermission: () => undefined,
      setModel: () => undefined,
      grants: () => grants,
      revokeGrant: () => false,
      dispose: async () => void (seen.disposed += 1),
    };
  };
  return { sessions: new LiveSessions({ conversations: { messages }, clock, keepsSessions: true, open }), clock, seen };
}

test("a conversation has one live session, however many turns ask for it at once [GRT-02]", async () => {
  const { sessions, seen } = sessionsOver([]);
  const [first, second] = await Promise.all([sessions.take(conversation), sessions.take(conversation)]);
  expect(first.session).toBe(second.session);
  expect(seen.opened).toBe(1);
});

test("an idle session without grants is freed, one with grants lives on [GRT-02]", async () => {
  for (const [grants, disposed] of [
    [[], 1],
    [[grant], 0],
  ] as const) {
    const { sessions, clock, seen } = sessionsOver(grants);
    (await sessions.take(conversation)).release();
    await clock.advance(hour);
    await sessions.disposeIdle();
    expect(seen.disposed).toBe(disposed);
  }
});

test("a session in a turn is not idle, however long the turn lasts", async () => {
  const { sessions, clock, seen } = sessionsOver([]);
  const taken = await sessions.take(conversation);
  await clock.advance(hour);
  await sessions.disposeIdle();
  expect(seen.disposed).toBe(0);
  taken.release();
  await sessions.disposeIdle();
  expect(seen.disposed).toBe(0);
});

test("a release that comes after a disposal does not touch the session that followed", async () => {
  const { sessions, clock, seen } = sessionsOver([]);
  const old = await sessions.take(conversation);
  await sessions.dispose("c");
  await sessions.take(conversation);
  old.release();
  await clock.advance(hour);
  await sessions.disposeIdle();
  expect(seen).toEqual({ opened: 2, disposed: 1 });
});

test("a session whose history could not be read is tried again by the next turn", async () => {
  let reads = 0;
  const { sessions } = sessionsOver([], async () => {
    reads += 1;
    if (reads === 1) throw new Error("disk");
    return [];
  });
  await expect(sessions.take(conversation)).rejects.toThrow("disk");
  await expect(sessions.take(conversation)).resolves.toBeDefined();
});

test("of many idle sessions those used longest ago are freed, so that memory has an end [SEC-01]", async () => {
  const { sessions, clock, seen } = sessionsOver([]);
  for (let count = 0; count < 130; count += 1) {
    (await sessions.take({ ...conversation, id: `c${count}` })).release();
    await clock.advance(1);
  }
  await sessions.disposeIdle();
  expect(seen).toEqual({ opened: 130, disposed: 30 });
  expect(sessions.conversationIds[0]).toBe("c30");
});
