import type { ApprovalResult, SessionEvent } from "@loop/contract";
import { describe, expect, test } from "vitest";
import { EventRenderer } from "./render-events.js";
import { RunningCalls } from "./running-calls.js";
import { scriptLines } from "./script-lines.js";
import { ScriptShelf } from "./script-shelf.js";
import { colourStyle, plainStyle } from "./style.js";

const base = { turnId: "t", at: "2026-01-01T00:00:00.000Z" };
const tool = { serverId: "sample", toolName: "echo", modelName: "sample_echo", label: "Echo" };

const outer = (script: string): SessionEvent => ({
  ...base,
  type: "call-start",
  callId: "o",
  tool: "codemode",
  args: { script },
});
const start = (callId: string): SessionEvent => ({ ...base, type: "call-start", callId, tool });
const asked = (callId: string): SessionEvent => ({
  ...base,
  type: "approval-request",
  callId,
  request: {
    id: "q",
    conversationId: "c",
    turnId: "t",
    callId,
    tool,
    description: "",
    args: {},
    allowSession: true,
    expiresAt: null,
  },
});
const answered = (callId: string, result: ApprovalResult): SessionEvent => ({
  ...base,
  type: "approval-result",
  callId,
  requestId: "q",
  result,
});
const end = (
  callId: string,
  status: "ok" | "denied" | "failed" | "expired" | "cancelled",
  more: { code?: string; result?: { type: "text"; text: string }[] } = {},
): SessionEvent => ({ ...base, type: "call-end", callId, status, durationMs: 12, ...more });

function linesOf(events: readonly SessionEvent[], shelf: ScriptShelf | null = new ScriptShelf()): string[] {
  const renderer = new EventRenderer(plainStyle, shelf);
  return events.flatMap((event) => renderer.lines(event));
}

describe("a script in the terminal", () => {
  test("the script, one line a call, and the sum of them [CM-08]", () => {
    const events = [
      outer("const a = 1;\nreturn a;"),
      start("o/1"),
      answered("o/1", { decision: "allowed" }),
      end("o/1", "ok"),
      start("o/2"),
      answered("o/2", { decision: "denied", reason: "user", note: "not this one" }),
      end("o/2", "denied", { code: "call-denied" }),
      start("o/3"),
      answered("o/3", { decision: "allowed", source: "session-grant" }),
      end("o/3", "ok"),
      end("o", "ok", { result: [{ type: "text", text: "1" }] }),
    ];
    expect(linesOf(events)).toEqual([
      "→ script s1",
      "    const a = 1;",
      "    return a;",
      "  ✓ 1  sample · echo (12 ms, allowed once)",
      "  ✗ 2  sample · echo: The call was refused by the person. Nothing was sent. The reason given: not this one",
      "  ✓ 3  sample · echo (12 ms, allowed earlier for this session)",
      "✓ script s1: 3 calls: 2 allowed, 1 denied (12 ms)",
      "  │ 1",
    ]);
  });

  test("a script that does not end well says so and still sums up its calls", () => {
    const events = [
      outer("x"),
      start("o/1"),
      answered("o/1", { decision: "allowed" }),
      end("o/1", "failed", { code: "tool-failed" }),
      start("o/2"),
      answered("o/2", { decision: "denied", reason: "timeout" }),
      end("o/2", "expired", { code: "call-expired" }),
      start("o/3"),
      end("o/3", "failed", { code: "arguments-invalid" }),
      end("o", "failed", { code: "script-failed" }),
    ];
    expect(linesOf(events).at(-1)).toBe(
      "✗ script s1: The script did not run to its end. 3 calls: 1 allowed (1 failed), 1 not answered, 1 not sent.",
    );
    expect(linesOf([outer("x"), end("o", "ok")]).at(-1)).toBe("✓ script s1: no calls (12 ms)");
  });

  test("a long script is cut after twenty lines and says where the rest is [CM-08]", () => {
    const source = Array.from({ length: 25 }, (_, index) => `line(${index});`).join("\n");
    const shelf = new ScriptShelf();
    const lines = linesOf([outer(source)], shelf);
    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe("    … 5 more lines, /script s1 shows all");
    expect(shelf.find("s1")).toBe(source);
    expect(linesOf([outer(source)], null).at(-1)).toBe("    … 5 more lines");
  });

  test("the last hundred scripts are kept", () => {
    const shelf = new ScriptShelf();
    for (let count = 0; count < 101; count += 1) shelf.add(`return ${count}`);
    expect(shelf.find("s1")).toBeNull();
    expect(shelf.find("s2")).toBe("return 1");
    expect(shelf.names()[0]).toBe("s101");
  });

  test("colours keep to their line and nothing in a script moves the cursor [ERR-02]", () => {
    const lines = scriptLines('/* a\nb */ const x = "\u001b[2J"; // \u202ec', colourStyle);
    expect(lines).toEqual([
      "    \u001b[2m/* a\u001b[22m",
      '    \u001b[2mb */\u001b[22m \u001b[35mconst\u001b[39m x = \u001b[32m"\\u001b[2J"\u001b[39m; \u001b[2m// \\u202ec\u001b[22m',
    ]);
    expect(scriptLines("`open ${a}\nreturn 1", plainStyle)).toEqual(["    `open ${a}", "    return 1"]);
  });
});

describe("calls that take long", () => {
  test("they are shown after three seconds, and never while a question waits", () => {
    const running = new RunningCalls();
    running.hear(start("a"), 0);
    expect(running.row(2_999)).toBeNull();
    expect(running.row(5_400)).toBe("… sample · echo, 5 s");
    running.hear(asked("a"), 6_000);
    expect(running.row(60_000)).toBeNull();
    running.hear(answered("a", { decision: "allowed" }), 60_000);
    expect(running.row(61_000)).toBeNull();
    expect(running.row(64_000)).toBe("… sample · echo, 4 s");
    running.hear(end("a", "ok"), 64_000);
    expect(running.row(99_000)).toBeNull();
  });

  test("of a script the call that runs is named, then the script itself", () => {
    const running = new RunningCalls();
    running.hear(outer("x"), 0);
    running.hear(start("o/1"), 1_000);
    expect(running.row(9_000)).toBe("… call 1 of the script: sample · echo, 8 s");
    running.hear(end("o/1", "ok"), 9_000);
    expect(running.row(9_000)).toBe("… script, 9 s");
  });
});

describe("notices", () => {
  test("a permission that ended says which and why [GRT-04]", () => {
    const ended = (because: string): SessionEvent => ({
      ...base,
      type: "notice",
      code: "grant-ended",
      params: { serverId: "sample", toolName: "echo", because },
    });
    expect(linesOf([ended("server-disabled")])).toEqual([
      "! sample · echo is no longer allowed for this session: the server was switched off or removed. Its next call asks you again.",
    ]);
    expect(linesOf([ended("catalog-changed")])[0]).toContain("the server's tools were read anew");
    expect(linesOf([ended("connection-closed")])[0]).toContain("the connection to the server ended.");
  });
});
