import { manualClock } from "@loop/testkit";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "../kit/clock.js";
import type { McpTool } from "../mcp/tool-source.js";
import type { InvokeNested } from "./dispatcher.js";
import { SCRIPT_LIMITS } from "./limits.js";
import { runScript, type ScriptRequest } from "./run-script.js";
import { ScriptCatalog } from "./script-catalog.js";
import { WallBudget } from "./wall-budget.js";
import { WorkerEngine } from "./worker-engine.js";

const engine = new WorkerEngine(systemClock);
afterAll(() => engine.close());

const picture: McpTool = {
  name: "p",
  serverId: "s",
  serverName: "S",
  toolName: "picture",
  label: "picture",
  description: "Draws",
  inputSchema: {},
};
const catalog = new ScriptCatalog({ tools: [picture], servers: [{ id: "s", name: "S", toolNames: ["p"] }] });
const image = { type: "image" as const, mimeType: "image/png", data: "QUJD" };
const draw: InvokeNested = async () => ({
  kind: "answered",
  result: { status: "ok", content: [image], mayHaveTakenEffect: false, serverAnswered: true },
});

async function run(source: string, more: Partial<ScriptRequest> = {}) {
  const { end, content } = await runScript({
    runsUnasked: () => false,
    callId: "k",
    source,
    catalog,
    engine,
    clock: systemClock,
    invoke: draw,
    signal: new AbortController().signal,
    ...more,
  });
  return { code: end.code, content };
}
const text = (words: string) => ({ type: "text" as const, text: words });

test("only what the script emits reaches the model: an image by its reference, a raw result never [CM-02]", async () => {
  const source = "const r = await tools.s.picture(); emit('one'); emit(r.content[0])";
  expect(await run(source)).toEqual({ code: "ok", content: [text("one"), image] });
  const quiet = await run("await tools.s.picture()");
  expect(quiet.content).toEqual([text("[The script ended and emitted nothing. Use emit(value) or return a value.]")]);
});

test("a script explores and calls in one go [CM-02]", async () => {
  const source = `
    const { tools: found } = await searchTools("draw");
    const { input } = await describeTool(found[0].path);
    const space = await describeNamespace("s");
    return [found[0].path, input, space.total]`;
  expect((await run(source)).content).toEqual([text('[\n "s.picture",\n "unknown",\n 1\n]')]);
});

test("output beyond the limit is cut at a line, and the cut is said [CM-04]", async () => {
  const { content } = await run("for (let i = 0; i < 4000; i += 1) emit('line ' + i + '\\n')");
  const words = content.map((block) => (block.type === "text" ? block.text : "")).join("");
  expect(words.length).toBeLessThan(20_200);
  expect(words).toMatch(/\[\d+ characters omitted; emit less\.\]$/);
});

test("a failed script keeps what it emitted, says why, and shows its console [CM-02]", async () => {
  const { code, content } = await run("emit('kept'); console.log('here'); null.x");
  expect(code).toBe("script");
  expect(content[0]).toEqual(text("kept"));
  expect(content[1]).toMatchObject({
    text: expect.stringMatching(/threw an error.*TypeError.*line 1.*\n?console:\nhere/s),
  });
});

test("too long a source and a sleep beyond its bounds are refused [CM-04]", async () => {
  expect((await run(`// ${"x".repeat(70_000)}`)).code).toBe("syntax");
  expect((await run("try { await sleep(60_000) } catch (error) { return error.code }")).content).toEqual([
    text("invalid_input"),
  ]);
  expect((await run("await sleep(5); return 'woke'")).content).toEqual([text("woke")]);
});

test("two minutes at an approval cost the script nothing; the same two minutes at a server do [CM-05]", async () => {
  const clock = manualClock();
  let isOver = false;
  const budget = new WallBudget(clock, 100_000, () => {
    isOver = true;
  });
  budget.resume();
  await clock.advance(60_000);
  budget.pause();
  await clock.advance(120_000);
  budget.resume();
  await clock.advance(39_000);
  expect(isOver).toBe(false);
  await clock.advance(2_000);
  expect(isOver).toBe(true);
});

test("a script that waits too long on the wall clock ends as a timeout [CM-04]", async () => {
  const clock = manualClock();
  const invoke: InvokeNested = (_, signal) => {
    void clock.advance(300_001);
    return new Promise((resolve) =>
      signal.addEventListener("abort", () => resolve({ kind: "refused", reason: "cancelled", code: "call-cancelled" })),
    );
  };
  expect((await run("await tools.s.picture()", { clock, invoke })).code).toBe("timeout");
});

test("cancelling the turn ends the script and says that a sent call may have taken effect [CM-07]", async () => {
  const cancel = new AbortController();
  const invoke: InvokeNested = async () => {
    cancel.abort();
    return { kind: "refused", reason: "cancelled", code: "call-cancelled" };
  };
  const { code, content } = await run("await tools.s.picture()", { signal: cancel.signal, invoke });
  expect(code).toBe("cancelled");
  expect(content[0]).toMatchObject({ text: expect.stringContaining("may have taken effect") });
});

const answers = (words: string): InvokeNested => {
  const result = { status: "ok", mayHaveTakenEffect: false, serverAnswered: true } as const;
  return async () => ({ kind: "answered", result: { ...result, content: [text(words)] } });
};

test("the JSON a text holds is read inside the sandbox: broken or too deep, it stays a text [CM-02, CM-04]", async () => {
  const kind = (words: string) =>
    run("const r = await tools.s.picture(); return [typeof r, r]", { invoke: answers(words) });
  expect((await kind(' [{"b":2}]')).content).toEqual([text('[\n "object",\n [\n  {\n   "b": 2\n  }\n ]\n]')]);
  expect((await kind("{not json")).content).toEqual([text('[\n "string",\n "{not json"\n]')]);
  expect((await kind("12")).content).toEqual([text('[\n "string",\n "12"\n]')]);
  expect((await kind('1},"error":{"code":"denied"')).content[0]).toMatchObject({
    text: expect.stringContaining("string"),
  });
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  expect((await run("await tools.s.picture()", { invoke: answers(deep) })).code).toMatch(/^(ok|stack)$/);
  expect((await run("return 7")).content).toEqual([text("7")]);
});

test("calls a script did not await end before it does, and their number is told [CM-03, CM-07]", async () => {
  const told: string[] = [];
  const invoke: InvokeNested = (_, signal) =>
    new Promise((resolve) =>
      signal.addEventListener("abort", () => {
        told.push("call ended");
        resolve({ kind: "refused", reason: "cancelled", code: "call-cancelled" });
      }),
    );
  const { code, content } = await run("[1, 2].forEach((n) => tools.s.picture({ n })); await sleep(50)", { invoke });
  expect([code, told]).toEqual(["ok", ["call ended"]]);
  const note = text(
    "[The script ended and emitted nothing. Use emit(value) or return a value.]\n[Calls it did not await, dropped at its end: 2.]",
  );
  expect(content).toEqual([note]);
  expect((await run("[1, 2].forEach((n) => tools.s.picture({ n }))", { invoke })).content).toEqual([note]);
});

test("half a character never leaves a script: providers and stores refuse a request that holds one [CM-02]", async () => {
  const { content } = await run(
    "emit('😀'.slice(0, 1)); emit(''); console.log('😀'.repeat(2000) + 'a'); throw new Error('\\ud800')",
  );
  const words = content.map((block) => (block.type === "text" ? block.text : ""));
  expect(words[0]).toBe("\ufffd");
  expect(words.every((each) => each !== "" && !/\p{Cs}/u.test(each))).toBe(true);
});

test("looking things up has an end too [CM-04]", async () => {
  const limits = { ...SCRIPT_LIMITS, lookups: 2 };
  const source = "for (let n = 0; n < 3; n += 1) await searchTools('draw'); return 'all'";
  expect((await run(`try { ${source} } catch (error) { return error.code }`, { limits })).content).toEqual([
    text("call_limit"),
  ]);
});
