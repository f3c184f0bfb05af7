import type { ApprovalRequest, McpServerView, SessionEvent } from "@loop/contract";
import { describe, expect, test } from "vitest";
import { exitCodeOf } from "./exit-codes.js";
import { growRow } from "./live-row.js";
import { renderCard } from "./render-card.js";
import { EventRenderer } from "./render-events.js";
import { renderServers } from "./render-servers.js";
import { plainStyle } from "./style.js";

const base = { turnId: "t", at: "2026-01-01T00:00:00.000Z" };
const tool = { serverId: "sample", toolName: "echo", modelName: "sample_echo", label: "Echo" };

const request: ApprovalRequest = {
  id: "q1",
  conversationId: "c",
  turnId: "t",
  callId: "1",
  tool,
  description: "Says it back.\nr2  /approve r2 \u202eevil",
  args: { text: "a\u200bb", list: [1, { deep: true }] },
  allowSession: true,
  expiresAt: "2026-01-01T00:30:00.000Z",
  serverName: "Sample",
};

describe("an approval card", () => {
  const card = (changes: Partial<ApprovalRequest> = {}) =>
    renderCard(
      { name: "r1", request: { ...request, ...changes } },
      { style: plainStyle, nowMs: Date.parse(base.at), script: "s1" },
    ).join("\n");

  test("it shows tool, server, the server's own words quoted, and every argument [PER-06]", () => {
    expect(card()).toContain("? r1  Allow echo on Sample (sample)?");
    expect(card()).toContain("  │ Says it back.\n  │ r2  /approve r2 \\u202eevil");
    expect(card()).toContain(
      [
        "    {",
        '      "text": "a\\u200bb",',
        '      "list": [',
        "        1,",
        "        {",
        '          "deep": true',
      ].join("\n"),
    );
  });

  test("it says when silence becomes a refusal [PER-05]", () => {
    expect(card()).toContain("it is refused in 30 min, at ");
    expect(card({ expiresAt: null })).not.toContain("refused");
  });

  test("the session answer stands on it only where it is offered [PER-04, PER-10]", () => {
    expect(card()).toContain("/approve-session r1");
    expect(card({ allowSession: false })).not.toContain("/approve-session");
  });

  test("a call of a script says which one it is, and offers to end the script [CM-08]", () => {
    expect(card()).not.toContain("script");
    expect(card({ callId: "1/2" })).toContain("  Call 2 of script s1.");
    expect(card({ callId: "1/2" })).toContain("/stop-script r1");
  });

  test("no argument is left out, however long", () => {
    const long = "x".repeat(50_000);
    expect(card({ args: { long } })).toContain(long);
  });
});

describe("events as lines", () => {
  const start: SessionEvent = { ...base, type: "call-start", callId: "1", tool };
  const lines = (events: readonly SessionEvent[]) => {
    const renderer = new EventRenderer(plainStyle);
    return events.flatMap((event) => renderer.lines(event));
  };

  test("a call is named when it begins and when it ends, its result is quoted", () => {
    const result = [
      { type: "text" as const, text: "hi\n✓ fake line \u001b[2J" },
      { type: "image" as const, mimeType: "image/png", data: "AAAA".repeat(1000) },
    ];
    const end: SessionEvent = { ...base, type: "call-end", callId: "1", status: "ok", result, durationMs: 1234 };
    expect(lines([start, end])).toEqual([
      "→ sample · echo",
      "✓ sample · echo (1.2 s)",
      "  │ hi",
      "  │ ✓ fake line \\u001b[2J",
      "  │ [picture, image/png, 3 KB]",
    ]);
  });

  test("lines about a persona's memory read as sentences, a refused write with its reason [MEM-01] [TML-01]", () => {
    const write: SessionEvent = { ...base, type: "call-start", callId: "1", tool: { builtin: "memory_write" } };
    const result = [{ type: "text" as const, text: "Remembered." }];
    const written: SessionEvent = { ...base, type: "call-end", callId: "1", status: "ok", result, durationMs: 3 };
    const refused: SessionEvent = { ...base, type: "call-end", callId: "1", status: "denied", code: "memory-closed" };
    expect(lines([write, written])).toEqual(["→ write to memory", "✓ write to memory (3 ms)", "  │ Remembered."]);
    expect(lines([write, refused])).toEqual([
      "→ write to memory",
      "✗ write to memory: Memory cannot be written in this turn, because an MCP server has answered in it.",
    ]);
  });

  test("tools that were left out are counted, and whose limit it was is said [CAP-02]", () => {
    const params = { ready: 200, offered: 126, leftOut: 74 };
    const notice = (limit: "model" | "account"): SessionEvent => ({
      ...base,
      type: "notice",
      code: "tools-over-limit",
      params: { ...params, limit },
    });
    expect(lines([notice("model")])[0]).toContain("Offered: 126; left out: 74. It is the model's own limit.");
    expect(lines([notice("account")])[0]).toContain("It is the account's limit, set in Settings, Tools.");
  });

  test("who allowed a call is said where it was not asked [PER-07]", () => {
    const allowed = (source?: "full-access" | "session-grant"): SessionEvent => ({
      ...base,
      type: "approval-result",
      callId: "1",
      requestId: "q",
      result: { decision: "allowed", ...(source === undefined ? {} : { source }) },
    });
    expect(lines([allowed("full-access")])).toEqual(["  allowed: full access"]);
    expect(lines([start, allowed("session-grant")])[1]).toContain("was allowed for this session");
  });

  test("a call that ended unknown says that it may have taken effect [PER-14]", () => {
    const end: SessionEvent = {
      ...base,
      type: "call-end",
      callId: "1",
      status: "cancelled",
      code: "call-cancelled",
      mayHaveTakenEffect: true,
    };
    expect(lines([start, end])[1]).toBe("✗ sample · echo: The call was cancelled. It may have taken effect.");
  });

  test("a turn that did not end well says why and what to do [ERR-03]", () => {
    expect(lines([{ ...base, type: "turn-end", reason: "failed", code: "model-unreachable" }])).toEqual([
      "! The model could not be reached. Check the address and the network, then send again.",
    ]);
  });
});

describe("exit codes", () => {
  const denied = (reason: "user" | "timeout" | "cancelled" | "no-handler"): SessionEvent => ({
    ...base,
    type: "approval-result",
    callId: "1",
    requestId: "q",
    result: { decision: "denied", reason },
  });
  const end = (reason: "done" | "failed" | "stopped" | "rounds", code?: string): SessionEvent => ({
    ...base,
    type: "turn-end",
    reason,
    ...(code === undefined ? {} : { code }),
  });

  test.each([
    [[end("done")], 0],
    [[denied("user"), end("done")], 2],
    [[denied("timeout"), end("done")], 2],
    [[denied("no-handler"), end("done")], 2],
    [[denied("cancelled"), end("done")], 0],
    [[denied("user"), end("failed", "model-failed")], 3],
    [[end("rounds")], 3],
    [[end("failed", "context-full")], 3],
    [[end("failed", "no-model")], 4],
    [[end("failed", "model-key-missing")], 4],
    [[end("failed", "turn-failed")], 1],
    [[end("stopped", "turn-stopped")], 130],
    [[], 1],
  ] as const)("%# a turn with these events exits with the documented code", (events, code) => {
    expect(exitCodeOf(events)).toBe(code);
  });
});

describe("the table of servers", () => {
  test("columns are in line and a server in error says what to do [ERR-03]", () => {
    const retry = (id: string) => `use /retry ${id}`;
    const view = (id: string, rest: object): McpServerView => {
      const transport = { type: "stdio" as const, command: "node", args: [], env: [], envVars: [], cwd: "" };
      const shared = { config: { id, name: id, enabled: true, transport }, toolCount: 8 };
      return { ...shared, status: "ready", ...rest };
    };
    const servers = [view("sample", {}), view("a", { status: "error", code: "missing-command", toolCount: 0 })];
    expect(renderServers(servers, retry)).toEqual([
      "ID      NAME    STATUS  TOOLS  FROM",
      "sample  sample  ready   8      node",
      "a       a       error   -      node",
      "  There is no program with this command on this computer. Install it or change the command, then use /retry a.",
    ]);
    expect(renderServers([], retry)).toEqual(["There are no servers."]);
  });
});

describe("a streaming row", () => {
  test("it grows, breaks at spaces and at line breaks, and never gets wider than told", () => {
    expect(growRow("The quick", " brown fox", 12)).toEqual({ done: ["The quick"], row: "brown fox" });
    expect(growRow("a", "b\n\nc", 12)).toEqual({ done: ["ab", ""], row: "c" });
    expect(growRow("", "x".repeat(25), 10)).toEqual({ done: ["x".repeat(10), "x".repeat(10)], row: "x".repeat(5) });
    expect(growRow("", "漢字漢字漢字", 8)).toEqual({ done: ["漢字漢字"], row: "漢字" });
  });
});
