import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll, describe, expect, test } from "vitest";
import { systemClock } from "../kit/clock.js";
import { POOL_OPTIONS, WorkerPool } from "./pool.js";
import type { EngineHost, EngineRun, ScriptEngine } from "./script-engine.js";
import { WorkerEngine } from "./worker-engine.js";

const MiB = 1024 * 1024;

interface Run {
  readonly source: string;
  readonly activeMs?: number;
  readonly signal?: AbortSignal;
  readonly answer?: (kind: string, json: string) => unknown;
}

/** What every engine must hold against, whatever it is made of. */
function describeEngine(name: string, open: () => ScriptEngine): void {
  describe(name, () => {
    const engine = open();
    afterAll(() => engine.close());

    async function run({ source, activeMs = 2_000, signal, answer }: Run) {
      const emitted: unknown[] = [];
      const requests: string[] = [];
      const host: EngineHost = {
        request: async (kind, json) => {
          requests.push(`${kind} ${json}`);
          return JSON.stringify((await answer?.(kind, json)) ?? { value: null });
        },
        emit: (json) => emitted.push(JSON.parse(json).text ?? JSON.parse(json)),
      };
      const options: EngineRun = {
        source,
        namespaces: ["alpha", "beta"],
        activeMs,
        memoryBytes: 64 * MiB,
        stackBytes: 512 * 1024,
        consoleCharacters: 200,
        argumentCharacters: MiB,
      };
      const end = await engine.run(options, host, signal ?? new AbortController().signal);
      return { code: end.code, fault: end.fault, console: end.console, emitted, requests };
    }
    const value = async (expression: string) =>
      (await run({ source: `return JSON.stringify(${expression})` })).emitted[0];

    test("emit, return and console are all that leaves a script [CM-02]", async () => {
      const end = await run({ source: "emit('a'); emit({ b: 1n }); console.log('c', { d: 1 }); return [2]" });
      expect(end).toEqual({
        code: "ok",
        fault: null,
        console: 'c {"d":1}\n',
        emitted: ["a", '{\n "b": "1"\n}', "[\n 2\n]"],
        requests: [],
      });
    });

    test("tools are functions under their namespace, by any name, and always promises [CM-02]", async () => {
      const source = `
        const results = await Promise.all([tools.alpha.echo({ n: 1 }), tools["beta"]["odd-name"](), callTool("alpha.x", [2])]);
        emit(results); emit(Object.keys(tools)); emit([typeof tools.then, typeof tools.alpha.toJSON, "beta" in tools]);`;
      const end = await run({ source, answer: (_, json) => ({ value: JSON.parse(json).path }) });
      expect(end.requests).toEqual([
        'call {"path":"alpha.echo","input":{"n":1}}',
        'call {"path":"beta.odd-name","input":{}}',
        'call {"path":"alpha.x","input":[2]}',
      ]);
      expect(end.emitted.map((text) => JSON.parse(text as string))).toEqual([
        ["alpha.echo", "beta.odd-name", "alpha.x"],
        ["alpha", "beta"],
        ["undefined", "undefined", true],
      ]);
    });

    test("a failed call is a ToolError with a stable code that a script can catch [CM-03]", async () => {
      const source = `try { await callTool("a.b") } catch (error) {
        emit([error instanceof ToolError, error instanceof Error, error.name, error.code, error.path, error.message, error.data]) }`;
      const error = { code: "denied", path: "a.b", message: "no", data: { k: 1 } };
      const end = await run({ source, answer: () => ({ error }) });
      expect(JSON.parse(end.emitted[0] as string)).toEqual([true, true, "ToolError", "denied", "a.b", "no", { k: 1 }]);
    });

    test("TypeScript annotations are accepted, and plain JavaScript is never rewritten [CM-06]", async () => {
      const typed =
        "interface A { b: string }\nconst x: Record<string, number> = { n: 2 };\nconst y = x as any;\nreturn y.n";
      expect(await run({ source: typed })).toMatchObject({ code: "ok", emitted: ["2"] });
      expect(await run({ source: "const a = 5, b = 3; return String(a<b>(1))" })).toMatchObject({ emitted: ["false"] });
    });

    test("what is no program says so, with the line, and nothing of it ran [CM-04]", async () => {
      const end = await run({ source: "emit('ran');\nconst = 3" });
      expect(end).toMatchObject({ code: "syntax", emitted: [], fault: { name: "SyntaxError", line: 2 } });
    });

    test("an uncaught error names its line in the script, and no host path or stack [CM-04]", async () => {
      const end = await run({ source: "const a = 1;\nthrow new TypeError('bad ' + a)" });
      expect(end).toMatchObject({ code: "script", fault: { name: "TypeError", message: "bad 1", line: 2 } });
      const stack = await run({ source: "return new Error('x').stack" });
      expect(stack.emitted[0]).not.toMatch(/node:|\/|\\|worker|\.js/);
    });

    test("nothing of the host is in reach [CM-04]", async () => {
      const names = [
        "process",
        "require",
        "module",
        "fetch",
        "setTimeout",
        "performance",
        "eval",
        "WebAssembly",
        "global",
      ];
      expect(JSON.parse((await value(`[${names.map((name) => `typeof ${name}`)}]`)) as string)).toEqual(
        names.map(() => "undefined"),
      );
      const hidden = "Object.getOwnPropertyNames(globalThis).filter((name) => name.startsWith('__'))";
      expect(await value(hidden)).toBe("[]");
      expect((await run({ source: "await import('node:fs')" })).code).toBe("script");
    });

    test("no code can be made from text, whichever way to Function is tried [CM-04]", async () => {
      const ways = [
        "(function () {}).constructor('return 1')()",
        "(async () => {}).constructor('return 1')()",
        "(function* () {}).constructor('return 1')()",
        "(async function* () {}).constructor('return 1')()",
        "new Function('return 1')()",
        "Function.prototype.constructor('return 1')()",
        "Reflect.construct(Function, ['return 1'])()",
        "[].map.constructor('return 1')()",
        "ToolError.constructor('return 1')()",
        "emit.constructor('return 1')()",
      ];
      for (const way of ways) {
        const end = await run({ source: `try { ${way}; return "made" } catch (error) { return "blocked" }` });
        expect([way, end.emitted[0]]).toEqual([way, "blocked"]);
      }
    });

    test("a polluted built-in stays in its own script [CM-04]", async () => {
      const pollute =
        "Object.prototype.x = 1; Array.prototype.map = null; JSON.parse = null; Promise.prototype.then = null; return 1";
      await run({ source: pollute });
      expect(await run({ source: "return [({}).x, [1].map((n) => n), JSON.parse('2')]" })).toMatchObject({
        code: "ok",
      });
      expect(({} as Record<string, unknown>).x).toBeUndefined();
    });

    const stopped: readonly [string, string, string][] = [
      ["an endless loop", "while (true) {}", "timeout"],
      ["an endless loop of awaits", "for (;;) await 0", "timeout"],
      ["a flood of microtasks", "const f = () => Promise.resolve().then(f); await f()", "timeout"],
      ["a catastrophic pattern", "return /^(a+)+$/.test('a'.repeat(40) + '!')", "timeout"],
      ["a native call that hears nothing", "return (new Array(3e8) + '').length", "timeout"],
      ["a bomb of objects", "const a = []; for (;;) a.push({ x: 1, y: [1, 2, 3] })", "memory"],
      ["a bomb of typed arrays", "const a = []; for (;;) a.push(new Uint8Array(1e6))", "memory"],
      ["a bomb of text", "let s = 'x'; for (;;) s += s + Math.random()", "memory"],
      ["deep recursion", "const f = () => f() + 1; return f()", "stack"],
      ["a promise that never settles", "await new Promise(() => {})", "deadlock"],
    ];
    test.each(stopped)(
      "%s ends within its limit, delays nobody else, and the next script runs [CM-04]",
      async (_, source, code) => {
        const delay = monitorEventLoopDelay({ resolution: 10 });
        delay.enable();
        const started = performance.now();
        // Filling 64 MiB takes two seconds of a processor, and many more of a clock where it is shared.
        const end = await run({ source, activeMs: code === "memory" ? 30_000 : 1_000 });
        delay.disable();
        expect(code === "memory" ? ["memory", "script"] : [code]).toContain(end.code);
        expect(performance.now() - started).toBeLessThan(code === "memory" ? 35_000 : 10_000);
        expect(delay.max / 1e6).toBeLessThan(250);
        expect(await run({ source: "return 7" })).toMatchObject({ code: "ok", emitted: ["7"] });
      },
      60_000,
    );

    test("deeply nested JSON ends the script, not the host [CM-04]", async () => {
      const end = await run({ source: "return JSON.parse('['.repeat(200000) + ']'.repeat(200000)).length" });
      expect(["script", "stack"]).toContain(end.code);
      expect(await run({ source: "return 7" })).toMatchObject({ code: "ok" });
    });

    test("a cancel reaches a loop and a wait within a quarter of a second [CM-07]", async () => {
      for (const source of ["while (true) {}", "await tools.alpha.never()"]) {
        const cancel = new AbortController();
        let answer: () => void = () => {};
        const asked = new Promise<void>((resolve) => {
          answer = resolve;
        });
        const running = run({
          source: `emit('started'); ${source}`,
          signal: cancel.signal,
          answer: () => {
            answer();
            return new Promise(() => {});
          },
        });
        if (source.includes("never")) await asked;
        const started = performance.now();
        cancel.abort();
        expect((await running).code).toBe("cancelled");
        expect(performance.now() - started).toBeLessThan(250);
      }
    });

    test("time spent waiting for an answer does not count against the script [CM-05]", async () => {
      const end = await run({
        source: "await tools.alpha.slow(); return 'done'",
        activeMs: 300,
        answer: () => new Promise((resolve) => systemClock.setTimer(900, () => resolve({ value: null }))),
      });
      expect(end).toMatchObject({ code: "ok", emitted: ["done"] });
    });

    test("two scripts at once never see each other [CM-04]", async () => {
      const source = (name: string) =>
        `globalThis.mine = ${JSON.stringify(name)}; await tools.alpha.wait(); return mine`;
      const ends = await Promise.all(["one", "two", "three"].map((name) => run({ source: source(name) })));
      expect(ends.map((end) => end.emitted[0])).toEqual(["one", "two", "three"]);
    });

    test("floods of emits, logs and calls are cut before they reach the host [CM-04]", async () => {
      const end = await run({
        source:
          "for (let i = 0; i < 50_000; i += 1) { emit('x'); console.log('y') } for (let i = 0; i < 5_000; i += 1) callTool('a.b').catch(() => {})",
        activeMs: 8_000,
      });
      expect(end.emitted.length).toBe(1_000);
      expect(end.requests.length).toBeLessThanOrEqual(2_000);
      expect(end.console.length).toBeLessThanOrEqual(200);
    });

    test("what a script throws is read without running away: hostile getters and proxies [CM-04]", async () => {
      const hostile = [
        "throw { get name() { throw 1 }, get message() { throw 2 }, get stack() { throw 3 } }",
        "throw new Proxy({}, { get() { throw new Error('trap') } })",
        "throw null",
        "throw Symbol('x')",
        "return { toJSON() { throw new Error('x') } }",
        "const a = {}; a.a = a; return a",
      ];
      for (const source of hostile) expect((await run({ source })).code).toBe("script");
    });

    test("nothing of a script lives past its end: no message, no loop that holds the next one up [CM-04]", async () => {
      const later = (what: string) =>
        `let p = Promise.resolve(); for (let n = 0; n < 20; n += 1) p = p.then(() => 0); p.then(() => { ${what} }); return "end"`;
      const late = await run({ source: later("emit('late'); callTool('a.b').catch(() => {}); console.log('late')") });
      expect(late).toMatchObject({ code: "ok", emitted: ["end"], requests: [], console: "" });
      const started = performance.now();
      expect((await run({ source: later("for (;;);"), activeMs: 20_000 })).code).toBe("ok");
      expect(await run({ source: "return 7" })).toMatchObject({ emitted: ["7"] });
      expect(performance.now() - started).toBeLessThan(5_000);
      expect((await run({ source: later("String(new Array(3e8))"), activeMs: 500 })).code).toBe("timeout");
    });

    test("an answer that comes after its script's end reaches no other script [CM-04]", async () => {
      const late = [];
      const answer = (value: string) => () =>
        new Promise((resolve) => systemClock.setTimer(value === "first" ? 150 : 600, () => resolve({ value })));
      for (let round = 0; round < 3; round += 1) {
        await run({ source: "callTool('a.b'); return 1", answer: answer("first") });
        late.push((await run({ source: "return await callTool('a.b')", answer: answer("second") })).emitted[0]);
      }
      expect(late).toEqual(["second", "second", "second"]);
    });

    test("how a script ended is not its own to forge, and its last words are short [CM-04]", async () => {
      const long =
        "String.prototype.slice = () => 'x'.repeat(1e5); Object.prototype.toJSON = function () { return this }";
      const words = await run({ source: `${long}; throw { name: 'y'.repeat(1e5), message: 'y'.repeat(1e5) }` });
      expect(words.code).toBe("script");
      expect((words.fault?.name.length ?? 0) + (words.fault?.message.length ?? 0)).toBeLessThan(2_200);
      for (const forged of ["null", "'x'", "{ name: 'InternalError', message: { a: 1 } }"]) {
        const source = `Object.prototype.toJSON = function () { delete Object.prototype.toJSON; return ${forged} }; throw new Error("e")`;
        expect((await run({ source })).code).toBe("script");
      }
      const closed =
        "}), emit('ran'), (() => { throw Object.assign(new Error('no'), { name: 'SyntaxError' }) })(), (() => {";
      expect(await run({ source: closed })).toMatchObject({ code: "script", emitted: ["ran"] });
    });

    test("requests that are too large, or too many at once, are refused behind the wall [CM-04]", async () => {
      const answer = () => new Promise((resolve) => systemClock.setTimer(200, () => resolve({ value: 1 })));
      const codes =
        "const all = await Promise.allSettled(calls); return [...new Set(all.map((one) => one.reason?.code ?? one.status))]";
      const large = await run({
        source: `const calls = [callTool('a.b', 'x'.repeat(2e6))]; ${codes}`,
        answer,
        activeMs: 15_000,
      });
      expect([large.requests.length, JSON.parse(large.emitted[0] as string)]).toEqual([0, ["invalid_input"]]);
      const many = `const calls = Array.from({ length: 12 }, () => callTool('a.b', 'x'.repeat(9e5))); ${codes}`;
      const flood = await run({ source: many, answer, activeMs: 15_000 });
      expect([flood.requests.length, JSON.parse(flood.emitted[0] as string)]).toEqual([4, ["fulfilled", "call_limit"]]);
    });

    test("an answer a script is done with is let go: many large ones fit one after the other [CM-04]", async () => {
      const source = "let n = 0; for (let i = 0; i < 30; i += 1) n += (await callTool('a.b')).length; return String(n)";
      const value = "x".repeat(4 * MiB);
      const end = await run({ source, activeMs: 20_000, answer: () => ({ value }) });
      expect(end).toMatchObject({ code: "ok", emitted: [String(30 * 4 * MiB)] });
    });

    test("a burst of requests is answered turn by turn, so that it holds nobody up [CM-04]", async () => {
      let inThisTurn = 0;
      let most = 0;
      const answer = () => {
        inThisTurn += 1;
        most = Math.max(most, inThisTurn);
        setImmediate(() => {
          inThisTurn = 0;
        });
        return { value: 1 };
      };
      const source = "await Promise.all(Array.from({ length: 200 }, () => callTool('a.b')))";
      expect((await run({ source, answer, activeMs: 15_000 })).requests.length).toBe(200);
      expect(most).toBeLessThanOrEqual(2);
    });

    test("many scripts in a row leave nothing behind [CM-04]", async () => {
      for (let round = 0; round < 20; round += 1) await run({ source: "return 1" });
      const before = process.memoryUsage().rss;
      for (let round = 0; round < 200; round += 1) await run({ source: "return 'x'.repeat(10_000).length" });
      expect(process.memoryUsage().rss - before).toBeLessThan(150 * MiB);
    });
  });
}

describeEngine("QuickJS in worker threads", () => new WorkerEngine(systemClock));

test("a full pool makes further scripts wait, and too many are told so [CM-04]", async () => {
  const engine = new WorkerEngine(systemClock, { ...POOL_OPTIONS, workers: 1, queue: 1 });
  const options = {
    namespaces: [],
    activeMs: 5_000,
    memoryBytes: 64 * MiB,
    stackBytes: 512 * 1024,
    consoleCharacters: 100,
    argumentCharacters: MiB,
  };
  const waiting: (() => void)[] = [];
  const host: EngineHost = {
    request: () => new Promise((resolve) => waiting.push(() => resolve('{"value":1}'))),
    emit: () => {},
  };
  const { signal } = new AbortController();
  const first = engine.run({ ...options, source: "await callTool('a.b')" }, host, signal);
  const second = engine.run({ ...options, source: "return 1" }, host, signal);
  const third = await engine.run({ ...options, source: "return 1" }, host, signal);
  expect(third.code).toBe("busy");
  await expect.poll(() => waiting.length, { timeout: 5_000 }).toBe(1);
  waiting[0]?.();
  expect((await first).code).toBe("ok");
  expect((await second).code).toBe("ok");
  await engine.close();
});

test("a script cancelled while its seat is being made gives the seat back [CM-07]", async () => {
  const pool = new WorkerPool({ ...POOL_OPTIONS, workers: 1, queue: 4, runsPerWorker: 1 });
  const { signal } = new AbortController();
  const held = await pool.take(null, signal);
  for (let round = 0; round < 3; round += 1) {
    const cancel = new AbortController();
    const waiting = pool.take(null, cancel.signal);
    if (held !== null && round === 0) pool.release(held);
    cancel.abort();
    const seat = await waiting;
    if (seat !== null) pool.release(seat);
  }
  expect(await pool.take(null, signal)).not.toBeNull();
  await pool.close();
});

test("a thread that dies while nobody uses it ends neither the process nor the next script [CM-04]", async () => {
  const pool = new WorkerPool({ ...POOL_OPTIONS, workers: 1, queue: 4 });
  const { signal } = new AbortController();
  const seat = await pool.take(null, signal);
  if (seat === null) throw new Error("no seat");
  pool.release(seat);
  seat.worker.emit("error", new Error("out of memory"));
  await seat.worker.terminate();
  const next = await pool.take(null, signal);
  expect([next === null, next === seat, seat.isDead]).toEqual([false, false, true]);
  await pool.close();
});
