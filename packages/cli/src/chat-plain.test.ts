import { type FakeStdio, fakeStdioCommand, startWireModel, type WireModel } from "@loop/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { killAllLoops, runLoop, serverFile, startLoop } from "../test/loop-process.js";

describe("loop chat through a pipe", () => {
  let model: WireModel | undefined;
  let fake: FakeStdio | undefined;

  afterEach(async () => {
    killAllLoops();
    fake?.killAll();
    await model?.close();
    model = undefined;
  });

  test("lines are answered in their order, without escape sequences, and the end of input ends it", async () => {
    model = await startWireModel(({ lastUserText }) => ({ text: `You said ${lastUserText}.` }));
    const ended = await runLoop(["chat"], { env: model.env, input: "one\ntwo\n/permission read-only\n" });
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(ended.stdout).toMatch(/You said one\.\nYou said two\.\nThe preset is read-only\./u);
    expect(ended.stdout).not.toContain("\u001b");
  });

  test("without a model a message is answered with a sentence, and a call by hand, by its name alone, works [CAT-05]", async () => {
    fake = fakeStdioCommand();
    const loop = startLoop(["chat", "--mcp", serverFile("fake", fake)]);
    loop.type("hello\n");
    await loop.sees("! No model is connected.");
    for (let isReady = false; !isReady; ) {
      const from = loop.stdout.length;
      loop.type("/servers\n");
      await loop.sees(/fake +Fake +[a-z]+/u, from);
      isReady = /fake +Fake +ready/u.test(loop.stdout.slice(from));
    }
    loop.type('/call fake echo {"text": "by hand"}\n');
    await loop.sees("/approve r1");
    loop.type("/approve r1\n");
    await loop.sees("│ by hand");
    expect(fake.journal.executions("echo")).toBe(1);
    loop.type("/call fake nothing\n");
    await loop.sees("There is no such tool.");
    loop.type("/call fake Echo\n");
    await loop.sees(/There is no such tool[^]*There is no such tool/u);
    loop.type("/call other echo\n");
    await loop.sees("There is no server with this id.");
    loop.type("/quit\n");
    expect(await loop.ended).toMatchObject({ code: 0 });
  });

  test("a question that stands when the input ends is refused, since nobody can answer [PER-05]", async () => {
    model = await startWireModel(({ tools, toolResults }) => {
      const echo = tools.find(({ name }) => name.includes("echo"));
      if (toolResults.length > 0 || echo === undefined) return { text: "Then not." };
      return { toolCalls: [{ name: echo.name, args: { text: "x" } }] };
    });
    fake = fakeStdioCommand();
    const loop = startLoop(["chat", "--mcp", serverFile("fake", fake), "--permission", "read-only"], model.env);
    for (let isReady = false; !isReady; ) {
      const from = loop.stdout.length;
      loop.type("/tools\n");
      await loop.sees(/OWN WORDS|No tools/u, from);
      isReady = loop.stdout.slice(from).includes("OWN WORDS");
    }
    loop.type("use it\n");
    await loop.sees("/approve r1");
    loop.child.stdin.end();
    const ended = await loop.ended;
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stdout).toContain("Then not.");
    expect(fake.journal.executions("echo")).toBe(0);
  });

  test("servers are loaded only when a file is named, and it says so [SDK-04]", async () => {
    const ended = await runLoop(["chat"], { input: "/servers\n/tools\n/call a b\n/quit\n" });
    expect(ended.stdout.match(/Start with --mcp FILE/gu)).toHaveLength(3);
    expect(ended.code).toBe(0);
  });
});
