import { expect, test } from "vitest";
import { textAnswer } from "../../test/memory-source.js";
import { sessionBench } from "../../test/session-bench.js";
import type { Message } from "../agent/messages.js";
import { fitContext } from "./context-budget.js";
import { loadTokenCounter } from "./token-count.js";

const user = (text: string): Message => ({ role: "user", content: [{ type: "text", text }] });
const said = (text: string): Message => ({ role: "assistant", content: [{ type: "text", text }] });
const result = (text: string): Message => ({
  role: "tool",
  results: [{ callId: "k", name: "t", isError: false, content: [{ type: "text", text }] }],
});
const words = (count: number) => "word ".repeat(count);
const fit = (messages: readonly Message[], contextTokens: number | null) =>
  fitContext({ system: "s", tools: [], messages, contextTokens });

test("a request that fits, or a model of unknown size, is left alone [PRM-06]", async () => {
  const messages = [user("hi"), result(words(5_000)), user("go")];
  expect(await fit(messages, 100_000)).toEqual({ kind: "fits", messages, isCompacted: false });
  expect(await fit(messages, null)).toEqual({ kind: "fits", messages, isCompacted: false });
});

test("results of earlier turns go first, oldest first, and short ones stay [PRM-06]", async () => {
  const messages = [
    user("one"),
    result(words(4_000)),
    result("short"),
    said("a"),
    user("two"),
    result(words(4_000)),
    said("b"),
    user("now"),
  ];
  const fitted = await fit(messages, 6_000);
  expect(fitted).toMatchObject({ kind: "fits", isCompacted: true });
  if (fitted.kind !== "fits") return;
  expect(fitted.messages).toHaveLength(messages.length);
  expect(JSON.stringify(fitted.messages[1])).toContain("taken out");
  expect(fitted.messages.slice(2)).toEqual(messages.slice(2));
});

test("then whole earlier turns go; what the person wrote last always stays [PRM-06]", async () => {
  const messages = [user(words(3_000)), said(words(3_000)), user("middle"), said("ok"), user("now")];
  const fitted = await fit(messages, 2_000);
  expect(fitted).toEqual({ kind: "fits", isCompacted: true, messages: messages.slice(2) });
});

test("within one long turn the results of earlier rounds go, never the latest [PRM-06]", async () => {
  const messages = [user("now"), result(words(3_000)), said("more"), result(words(3_000))];
  const fitted = await fit(messages, 5_000);
  expect(fitted).toMatchObject({ kind: "fits", isCompacted: true });
  if (fitted.kind !== "fits") return;
  expect(JSON.stringify(fitted.messages[1])).toContain("taken out");
  expect(fitted.messages[3]).toBe(messages[3]);
});

test("what cannot be made to fit is refused with a plain sentence before the provider would [PRM-06]", async () => {
  expect(await fit([user(words(50_000))], 8_000)).toEqual({ kind: "full" });
  const bench = sessionBench({ script: [{ text: "never" }], capabilities: { contextTokens: 2_000 } });
  await bench.prompt(words(10_000));
  expect(bench.turnEnd()).toMatchObject({ reason: "failed", code: "context-full" });
  expect(bench.model?.requests).toEqual([]);
});

test("system prompt and declarations count too [PRM-06]", async () => {
  const tools = [{ name: "t", description: words(3_000), inputSchema: {} }];
  const messages = [user("go")];
  expect(await fitContext({ system: "s", tools, messages, contextTokens: 2_000 })).toEqual({ kind: "full" });
});

test("a person is told once a turn that something was left out, and the history is kept whole [PRM-06]", async () => {
  const call = { toolCalls: [{ name: "mcp_mail_send", args: {} }] };
  const bench = sessionBench({
    script: [call, call, call, { text: "done" }],
    permission: "full-access",
    capabilities: { contextTokens: 4_000 },
  });
  bench.source.answer = () => textAnswer(words(1_800));
  await bench.prompt("go");
  expect(bench.notices().map(({ code }) => code)).toEqual(["context-compacted"]);
  expect(bench.turnEnd()).toMatchObject({ reason: "done" });
  expect(JSON.stringify(bench.saved)).not.toContain("taken out");
});

test("counting takes well under a second of processor time, however odd the text [PRM-06]", async () => {
  const counter = await loadTokenCounter();
  const started = process.cpuUsage();
  for (const text of ["a".repeat(200_000), "=-".repeat(100_000), "日é".repeat(100_000)]) counter.text(text);
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(3_000);
  expect(counter.text("hello world")).toBe(2);
});

test("whatever goes, no result stands without its call, and the request begins with a person's words [PRM-06]", async () => {
  const round = (id: number, size: number): Message[] => [
    { role: "assistant", content: [{ type: "tool-call", callId: `k${id}`, name: "t", args: {} }] },
    {
      role: "tool",
      results: [{ callId: `k${id}`, name: "t", isError: false, content: [{ type: "text", text: words(size) }] }],
    },
  ];
  const messages = [0, 1, 2].flatMap((turn) => [
    user(`turn ${turn}`),
    ...round(2 * turn, 900),
    ...round(2 * turn + 1, 300),
    said("so"),
  ]);
  for (let contextTokens = 200; contextTokens < 6_000; contextTokens += 200) {
    const fitted = await fit([...messages, user("last")], contextTokens);
    if (fitted.kind === "full") continue;
    const roles = fitted.messages.map((message) => message.role);
    expect([roles[0], roles.at(-1)]).toEqual(["user", "user"]);
    for (const [index, role] of roles.entries()) if (role === "tool") expect(roles[index - 1]).toBe("assistant");
  }
});
