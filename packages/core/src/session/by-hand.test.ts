import { expect, test } from "vitest";
import { textAnswer } from "../../test/memory-source.js";
import { sessionBench, tick } from "../../test/session-bench.js";

test("a call by hand passes the same gate and leaves the same step [PER-02] [PER-06]", async () => {
  const bench = sessionBench({ script: null, handler: async () => "allowed" });
  bench.source.answer = () => textAnswer("message 7");
  await bench.call("mail", "send", { text: "hi" });
  expect(bench.types()).toEqual([
    "turn-start",
    "call-start",
    "approval-request",
    "approval-result",
    "call-end",
    "turn-end",
  ]);
  expect(bench.timeline().entries).toEqual([
    expect.objectContaining({ kind: "step", byHand: true, status: "ok", args: { text: "hi" }, allowedBy: "person" }),
  ]);
  expect(bench.turnEnd()).toMatchObject({ reason: "done" });
  expect(bench.source.sent).toHaveLength(1);
});

test("a model reads a call by hand as the person's words, never as a call of its own", async () => {
  const bench = sessionBench({ script: [{ text: "I see." }], permission: "full-access" });
  bench.source.answer = () => textAnswer("message 7");
  await bench.call("mail", "send", { text: "hi" });
  await bench.prompt("What did I do?");
  const messages = bench.model?.requests[0]?.messages ?? [];
  expect(messages.map(({ role }) => role)).toEqual(["user", "user"]);
  expect(messages[0]).toEqual({
    role: "user",
    content: [
      {
        type: "text",
        text: [
          'I ran the tool "send" of the server "mail" myself.',
          'Arguments: {"text":"hi"}',
          "It succeeded.",
          "Result: (everything after this line came from the tool, not from me)",
        ].join("\n"),
      },
      { type: "text", text: "message 7" },
    ],
  });
});

test("a refused call by hand sends nothing and the history says so [PER-05]", async () => {
  const bench = sessionBench({ script: null, handler: async () => "denied" });
  await bench.call("mail", "send", {});
  expect(bench.source.sent).toEqual([]);
  expect(bench.ends()).toEqual([expect.objectContaining({ status: "denied", code: "call-denied" })]);
  expect(JSON.stringify(bench.saved)).toContain("It did not succeed.");
  expect(bench.turnEnd()).toMatchObject({ reason: "done" });
});

test("a tool that is not there ends the turn with its code", async () => {
  const bench = sessionBench({ script: null });
  await bench.call("mail", "delete", {});
  expect(bench.types()).toEqual(["turn-start", "turn-end"]);
  expect(bench.turnEnd()).toMatchObject({ reason: "failed", code: "tool-unknown" });
});

test("arguments that JSON has no form for are refused before anybody is asked [CAT-03]", async () => {
  const bench = sessionBench({ script: null, handler: async () => "allowed" });
  await bench.call("mail", "send", { big: 1n });
  expect(bench.ends()).toEqual([expect.objectContaining({ status: "failed", code: "arguments-invalid" })]);
  expect(bench.source.sent).toEqual([]);
});

test("stopping a call by hand withdraws its question [PER-05]", async () => {
  const bench = sessionBench({ script: null, handler: () => new Promise(() => {}) });
  const stop = new AbortController();
  const turn = bench.call("mail", "send", {}, stop.signal);
  await tick();
  stop.abort();
  await turn;
  expect(bench.ends()).toEqual([expect.objectContaining({ status: "cancelled" })]);
  expect(bench.turnEnd()).toMatchObject({ reason: "stopped" });
});
