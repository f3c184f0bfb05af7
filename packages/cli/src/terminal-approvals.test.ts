import type { ApprovalRequest } from "@loop/contract";
import { describe, expect, test } from "vitest";
import { TerminalApprovals } from "./terminal-approvals.js";

function request(id: string, allowSession = true): ApprovalRequest {
  return {
    id,
    conversationId: "c",
    turnId: "t",
    callId: `call-${id}`,
    tool: { serverId: "s", toolName: "echo", modelName: "s_echo", label: "Echo" },
    description: "",
    args: {},
    allowSession,
    expiresAt: null,
  };
}

function openTwo() {
  const approvals = new TerminalApprovals(() => {});
  const controllers = [new AbortController(), new AbortController()] as const;
  const first = approvals.ask(request("abc1"), { signal: controllers[0].signal });
  const second = approvals.ask(request("abd2", false), { signal: controllers[1].signal });
  return { approvals, controllers, first, second };
}

describe("questions at the terminal", () => {
  test("a name, a unique prefix of an id, and nothing with one open question all answer it [PER-10]", async () => {
    const { approvals, first, second } = openTwo();
    expect(approvals.answer({ decision: "allowed", id: "ab", reason: null, stopsScript: false })).toEqual({
      kind: "ambiguous",
    });
    expect(approvals.answer({ decision: "allowed", id: null, reason: null, stopsScript: false })).toEqual({
      kind: "ambiguous",
    });
    expect(approvals.answer({ decision: "allowed", id: "abc", reason: null, stopsScript: false })).toMatchObject({
      kind: "answered",
    });
    expect(await first).toBe("allowed");
    expect(approvals.answer({ decision: "denied", id: null, reason: "no", stopsScript: false })).toMatchObject({
      kind: "answered",
    });
    expect(await second).toEqual({ decision: "denied", note: "no" });
    expect(approvals.answer({ decision: "allowed", id: null, reason: null, stopsScript: false })).toEqual({
      kind: "none-open",
    });
  });

  test("the first answer counts [PER-04]", async () => {
    const { approvals, first } = openTwo();
    approvals.answer({ decision: "denied", id: "r1", reason: null, stopsScript: false });
    expect(approvals.answer({ decision: "allowed", id: "r1", reason: null, stopsScript: false })).toEqual({
      kind: "settled",
    });
    expect(await first).toBe("denied");
  });

  test("the session answer is refused where it is not offered, and the question stays [PER-04, PER-10]", () => {
    const { approvals } = openTwo();
    expect(approvals.answer({ decision: "allowed-session", id: "r2", reason: null, stopsScript: false })).toMatchObject(
      {
        kind: "not-offered",
      },
    );
    expect(approvals.open().map(({ name }) => name)).toEqual(["r1", "r2"]);
    expect(approvals.answer({ decision: "allowed-session", id: "r1", reason: null, stopsScript: false })).toMatchObject(
      {
        kind: "answered",
      },
    );
  });

  test("a question whose time is over takes no answer any more [PER-05]", async () => {
    const { approvals, controllers, first } = openTwo();
    controllers[0].abort();
    expect(approvals.answer({ decision: "allowed", id: "r1", reason: null, stopsScript: false })).toEqual({
      kind: "settled",
    });
    expect(await first).toBe("denied");
  });

  test("a refusal ends the script only where a script asks; elsewhere its words are a reason [CM-03]", async () => {
    const { approvals, first } = openTwo();
    const stop = { decision: "denied", reason: "stop", stopsScript: true } as const;
    const nested = approvals.ask({ ...request("n"), callId: "outer/2" }, { signal: new AbortController().signal });
    approvals.answer({ ...stop, id: "r3" });
    expect(await nested).toEqual({ decision: "denied", stopScript: true });
    approvals.answer({ ...stop, id: "r1" });
    expect(await first).toEqual({ decision: "denied", note: "stop" });
  });

  test("when nobody is left, everything open is refused [PER-05]", async () => {
    const { approvals, first, second } = openTwo();
    approvals.refuseAll("gone");
    expect(await Promise.all([first, second])).toEqual([
      { decision: "denied", note: "gone" },
      { decision: "denied", note: "gone" },
    ]);
    expect(approvals.open()).toEqual([]);
  });
});
