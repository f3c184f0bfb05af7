import { expect, test } from "vitest";
import { sessionBench } from "../../test/session-bench.js";
import type { Message } from "../agent/messages.js";
import { historyFor, providerOf, repairHistory } from "./history.js";

const user = (text: string): Message => ({ role: "user", content: [{ type: "text", text }] });
const call = (callId: string) => ({ type: "tool-call", callId, name: "send", args: {} }) as const;
const result = (callId: string) => ({ callId, name: "send", isError: false, content: [] }) as const;
const lost = (callId: string) => ({
  callId,
  name: "send",
  isError: true,
  content: [{ type: "text", text: expect.stringContaining("may have taken effect") }],
});

test("a history with every result in its place stays as it is", () => {
  const whole: Message[] = [
    user("a"),
    { role: "assistant", content: [{ type: "text", text: "b" }, call("1")] },
    { role: "tool", results: [result("1")] },
    { role: "assistant", content: [{ type: "text", text: "c" }] },
  ];
  expect(repairHistory(whole)).toEqual(whole);
});

test("a call without a result gets one that says it may have taken effect [ASK-05]", () => {
  const broken: Message[] = [
    user("a"),
    { role: "assistant", content: [call("1"), call("2")] },
    { role: "tool", results: [result("2"), result("9")] },
    { role: "assistant", content: [call("3")] },
    user("b"),
    { role: "tool", results: [result("3")] },
    { role: "assistant", content: [call("4")] },
  ];
  expect(repairHistory(broken)).toEqual([
    user("a"),
    { role: "assistant", content: [call("1"), call("2")] },
    { role: "tool", results: [lost("1"), result("2")] },
    { role: "assistant", content: [call("3")] },
    { role: "tool", results: [lost("3")] },
    user("b"),
    { role: "assistant", content: [call("4")] },
    { role: "tool", results: [lost("4")] },
  ]);
});

test("opaque data and reasoning stay with the provider they came from", () => {
  const data = (provider: string) => ({ providerData: { provider, data: { sealed: true } } });
  const said = (provider: string): Message => ({
    role: "assistant",
    content: [
      { type: "reasoning", text: "hm", ...data(provider) },
      { type: "text", text: "hi", ...data(provider) },
      { ...call("1"), ...data(provider) },
    ],
  });
  expect(historyFor([said("a")], "a")).toEqual([said("a")]);
  expect(historyFor([said("a")], "b")).toEqual([
    { role: "assistant", content: [{ type: "text", text: "hi" }, call("1")] },
  ]);
  expect(historyFor([{ role: "assistant", content: [{ type: "reasoning", text: "", ...data("a") }] }], "b")).toEqual(
    [],
  );
  expect(providerOf("openai-compatible/org/model")).toBe("openai-compatible");
});

test("a stored history is repaired when it is opened and goes on from there", async () => {
  const history: Message[] = [user("a"), { role: "assistant", content: [call("1")] }];
  const bench = sessionBench({ history, script: [{ text: "ok" }] });
  await bench.prompt("b");
  expect(bench.model?.requests[0]?.messages).toEqual([...history, { role: "tool", results: [lost("1")] }, user("b")]);
});
