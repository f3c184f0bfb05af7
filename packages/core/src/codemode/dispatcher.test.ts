import type { ErrorCode } from "@loop/contract";
import { measureLag } from "@loop/testkit";
import { expect, test } from "vitest";
import type { McpCallResult, McpTool } from "../mcp/tool-source.js";
import { type InvokeNested, ScriptDispatcher } from "./dispatcher.js";
import { SCRIPT_LIMITS } from "./limits.js";
import { ScriptImages } from "./result-value.js";
import { ScriptCatalog } from "./script-catalog.js";
import type { NestedOutcome } from "./tool-error.js";

const echo: McpTool = {
  name: "echo_h",
  serverId: "s",
  serverName: "S",
  toolName: "echo",
  label: "echo",
  description: "",
  inputSchema: {},
};
const catalog = new ScriptCatalog({ tools: [echo], servers: [{ id: "s", name: "S", toolNames: ["echo_h"] }] });

function answered(result: Partial<McpCallResult>): NestedOutcome {
  const whole = { status: "ok", content: [], mayHaveTakenEffect: false, serverAnswered: true, ...result } as const;
  return { kind: "answered", result: whole };
}
const denied: NestedOutcome = { kind: "refused", reason: "user", code: "call-denied" };

const nobodyIsSpared = () => false;

function dispatcher(invoke: InvokeNested, limits = SCRIPT_LIMITS, signal = new AbortController().signal) {
  return new ScriptDispatcher({
    outerCallId: "k",
    catalog,
    images: new ScriptImages(),
    limits,
    invoke,
    runsUnasked: nobodyIsSpared,
    signal,
  });
}

test("nested calls go out one at a time, in the order the script made them, numbered from one [CM-03]", async () => {
  const log: string[] = [];
  const calls = dispatcher(async ({ callId, args }) => {
    log.push(`start ${callId}`);
    await Promise.resolve();
    log.push(`end ${callId}`);
    return answered({ content: [{ type: "text", text: JSON.stringify(args) }] });
  });
  const results = await Promise.all([1, 2, 3].map((n) => calls.call("s.echo", { n })));
  expect(log).toEqual(["start k/1", "end k/1", "start k/2", "end k/2", "start k/3", "end k/3"]);
  expect(results).toEqual([{ text: '{"n":1}' }, { text: '{"n":2}' }, { text: '{"n":3}' }]);
});

test("a script gets the structured content, else the text, which may hold JSON, else the blocks [CM-02]", async () => {
  const text = (words: string) => ({ content: [{ type: "text" as const, text: words }] });
  const image = { type: "image" as const, mimeType: "image/png", data: "AAAA" };
  const value = async (result: Partial<McpCallResult>) =>
    await dispatcher(async () => answered(result)).call("s.echo", {});
  expect(await value({ ...text("x"), structuredContent: { a: 1 } })).toEqual({ json: '{"a":1}' });
  expect(await value(text('[{"b":2}]'))).toEqual({ text: '[{"b":2}]' });
  expect(await value({ content: [image] })).toEqual({
    json: '{"content":[{"type":"image","mimeType":"image/png","bytes":3,"ref":"image-1"}]}',
  });
});

test("a call that breaks costs those behind it nothing, and no rejection goes unheard [CM-03, CM-04]", async () => {
  const calls = dispatcher(async ({ callId }) => {
    if (callId === "k/1") throw new Error("broken");
    return answered({ content: [{ type: "text", text: "fine" }] });
  });
  await expect(calls.call("s.echo", {})).rejects.toThrow("broken");
  expect(await calls.call("s.echo", {})).toEqual({ text: "fine" });
  await calls.settled();
});

test("each way a call can fail is its own stable code, and only a tool's own error carries a server's words [CM-03, ERR-02]", async () => {
  const failed = (code: ErrorCode, status: McpCallResult["status"] = "failed") =>
    answered({ status, code, content: [{ type: "text", text: "server words" }] });
  const refused = (reason: "timeout" | "no-handler" | "revoked" | "cancelled") =>
    ({ kind: "refused", reason, code: "call-denied" }) as const;
  const table: readonly [NestedOutcome, string, boolean][] = [
    [{ kind: "invalid", code: "arguments-invalid", detail: "/a: wrong" }, "invalid_input", false],
    [denied, "denied", false],
    [refused("timeout"), "approval_timeout", false],
    [refused("no-handler"), "approval_unavailable", false],
    [refused("revoked"), "catalog_changed", false],
    [refused("cancelled"), "cancelled", false],
    [failed("tool-failed"), "tool_error", true],
    [failed("call-timeout"), "timeout", false],
    [failed("catalog-changed", "cancelled"), "catalog_changed", false],
    [failed("call-cancelled", "cancelled"), "cancelled", false],
    [failed("result-too-large"), "result_too_large", false],
    [failed("connection-closed", "unreachable"), "connection_closed", false],
  ];
  for (const [outcome, code, carriesWords] of table) {
    const result = await dispatcher(async () => outcome).call("s.echo", {});
    expect(result).toMatchObject({ error: { code, path: "s.echo" } });
    expect(JSON.stringify(result).includes("server words")).toBe(carriesWords);
  }
});

test("a person's own words with a refusal reach the script [CM-03]", async () => {
  const result = await dispatcher(async () => ({ ...denied, note: "not on Fridays" })).call("s.echo", {});
  expect(result).toEqual({ error: { code: "denied", path: "s.echo", message: "not on Fridays" } });
});

test("after three refusals nobody is asked again, so that a script cannot wear a person down [CM-03]", async () => {
  let asked = 0;
  const calls = dispatcher(async () => {
    asked += 1;
    return denied;
  });
  const codes = [];
  for (let n = 0; n < 5; n += 1) {
    const result = await calls.call("s.echo", {});
    codes.push("error" in result ? result.error.code : "ok");
  }
  expect(codes).toEqual(["denied", "denied", "denied", "denied_repeatedly", "denied_repeatedly"]);
  expect(asked).toBe(3);
});

test("an unknown tool, too many calls and too many waiting calls are refused unsent [CM-04]", async () => {
  let sent = 0;
  const invoke: InvokeNested = async () => {
    sent += 1;
    return answered({});
  };
  const unknown = await dispatcher(invoke).call("s.ecko", {});
  expect(unknown).toMatchObject({ error: { code: "unknown_tool", message: expect.stringContaining("s.echo") } });
  const few = dispatcher(invoke, { ...SCRIPT_LIMITS, calls: 2 });
  await few.call("s.echo", {});
  await few.call("s.echo", {});
  expect(await few.call("s.echo", {})).toMatchObject({ error: { code: "call_limit" } });
  const narrow = dispatcher(invoke, { ...SCRIPT_LIMITS, pendingCalls: 1 });
  const waiting = narrow.call("s.echo", {});
  expect(await narrow.call("s.echo", {})).toMatchObject({ error: { code: "call_limit" } });
  await waiting;
  expect(sent).toBe(3);
  const guessing = dispatcher(invoke, { ...SCRIPT_LIMITS, calls: 1 });
  await guessing.call("s.ecko", {});
  expect(await guessing.call("s.ecko", {})).toMatchObject({ error: { code: "call_limit" } });
});

test("once the script is cancelled its waiting calls are not sent [CM-07]", async () => {
  const cancel = new AbortController();
  let sent = 0;
  const invoke: InvokeNested = async () => {
    sent += 1;
    cancel.abort();
    return answered({});
  };
  const calls = dispatcher(invoke, SCRIPT_LIMITS, cancel.signal);
  const results = await Promise.all([calls.call("s.echo", {}), calls.call("s.echo", {})]);
  expect(results[1]).toMatchObject({ error: { code: "cancelled" } });
  expect(sent).toBe(1);
});

test("a result larger than a script can take says how large, and how it begins [CM-04]", async () => {
  const invoke: InvokeNested = async () => answered({ structuredContent: "x".repeat(200) });
  const result = await dispatcher(invoke, { ...SCRIPT_LIMITS, resultCharacters: 100 }).call("s.echo", {});
  expect(result).toMatchObject({
    error: { code: "result_too_large", message: expect.stringContaining("202 characters") },
  });
});

test("what a grant or full access covers goes on after three refusals: nobody is asked for it [CM-03, PER-02]", async () => {
  let isGranted = false;
  const calls = new ScriptDispatcher({
    outerCallId: "k",
    catalog,
    images: new ScriptImages(),
    limits: SCRIPT_LIMITS,
    invoke: async () => (isGranted ? answered({}) : denied),
    runsUnasked: () => isGranted,
    signal: new AbortController().signal,
  });
  for (let n = 0; n < 3; n += 1) await calls.call("s.echo", {});
  expect(await calls.call("s.echo", {})).toMatchObject({ error: { code: "denied_repeatedly" } });
  isGranted = true;
  expect(await calls.call("s.echo", {})).not.toHaveProperty("error");
});

test("8 MiB of structured content are written for a script without holding up anybody [CM-04]", async () => {
  const structuredContent = Array.from({ length: 190_000 }, (_, at) => ({ id: at, name: `row ${at}`, on: true }));
  const calls = dispatcher(async () => answered({ structuredContent }));
  const { value, maxMs } = await measureLag(() => calls.call("s.echo", {}));
  expect("json" in value && value.json === JSON.stringify(structuredContent)).toBe(true);
  expect(maxMs).toBeLessThan(150);
});
