import type { SeenRequest } from "@loop/testkit";
import { type FakeStdio, fakeStdioCommand, startWireModel, type WireModel } from "@loop/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { hasPty, killAllLoops, runLoop, serverFile, startLoopOnPty } from "../test/loop-process.js";
import { readArguments } from "./arguments.js";

const useEcho = ({ tools, toolResults }: SeenRequest) => {
  const echo = tools.find(({ name }) => name.includes("echo"));
  if (toolResults.length > 0) return { text: `It **said**: ${toolResults.join(" ")}` };
  return echo === undefined ? { text: "No tools." } : { toolCalls: [{ name: echo.name, args: { text: "hi" } }] };
};

describe("loop ask --approve", () => {
  let model: WireModel | undefined;
  let fake: FakeStdio | undefined;

  afterEach(async () => {
    killAllLoops();
    fake?.killAll();
    await model?.close();
  });

  async function open() {
    model = await startWireModel(useEcho);
    fake = fakeStdioCommand();
    return { env: model.env, args: ["ask", "Use the tool.", "--mcp", serverFile("fake", fake)], fake };
  }

  test("never refuses, says why and what to do, and the exit code is 2 [PER-05]", async () => {
    const { env, args, fake: server } = await open();
    const ended = await runLoop([...args, "--approve", "never"], { env });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain("✗ fake · echo: Nobody can be asked here, so the call was refused.");
    expect(ended.stderr).toContain("--approve always allows them.");
    expect(server.journal.executions("echo")).toBe(0);
  });

  test("always is full access, and the events say so [PER-02, PER-07]", async () => {
    const { env, args, fake: server } = await open();
    const ended = await runLoop([...args, "--approve", "always", "--json"], { env });
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(ended.stdout).toContain('"source":"full-access"');
    expect(server.journal.executions("echo")).toBe(1);
  });

  test("ask without a terminal refuses and says why [PER-05]", async () => {
    const { env, args, fake: server } = await open();
    const ended = await runLoop([...args, "--approve", "ask"], { env, input: "/approve\n" });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain("There is no terminal to ask at");
    expect(server.journal.executions("echo")).toBe(0);
  });

  test("flags that contradict each other are wrong usage", () => {
    const reading = (...flags: string[]) => readArguments(["ask", "x", ...flags], {});
    expect(reading("--approve", "always")).toMatchObject({ commandLine: { session: { permission: "full-access" } } });
    expect(reading("--approve", "always", "--permission", "read-only")).toMatchObject({ kind: "wrong" });
    expect(reading("--approve", "ask", "--permission", "full-access")).toMatchObject({ kind: "wrong" });
    expect(reading("--approve", "ask", "--permission", "read-only")).toMatchObject({ kind: "run" });
    expect(reading("--approve", "maybe")).toMatchObject({ kind: "wrong" });
  });

  test.skipIf(!hasPty)(
    "ask at a terminal reads the answer as a line, shows the arguments and the reason [PER-04]",
    async () => {
      const { env, args, fake: server } = await open();
      const loop = startLoopOnPty([...args, "--approve", "ask"], env);
      await loop.sees("/approve r1");
      expect(loop.stdout).toContain('"text": "hi"');
      loop.type("what\n");
      await loop.sees("Answer with /approve");
      loop.type("/approve\n");
      await loop.sees("hi");
      expect((await loop.ended).code).toBe(0);
      expect(loop.stdout).toContain("It \u001b[1msaid\u001b[22m: hi");
      expect(server.journal.executions("echo")).toBe(1);
      const second = startLoopOnPty([...args, "--approve", "ask"], env);
      await second.sees("/approve r1");
      second.type("/deny r1 not today\n");
      expect((await second.ended).code).toBe(2);
      expect(second.stdout).toContain("The reason given: not today");
      expect(server.journal.executions("echo")).toBe(1);
    },
  );
});
