import { existsSync } from "node:fs";
import { join } from "node:path";
import { SessionEvent } from "@loop/contract";
import { type FakeStdio, fakeStdioCommand, makeTempDir, startWireModel, type WireModel } from "@loop/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { killAllLoops, runLoop, serverFile, startLoop } from "../test/loop-process.js";

const useEcho = (request: { tools: readonly { name: string }[]; toolResults: readonly string[] }) => {
  const echo = request.tools.find(({ name }) => name.includes("echo"));
  if (request.toolResults.length > 0) return { text: `It said: ${request.toolResults.join(" ")}` };
  return echo === undefined ? { text: "No tools." } : { toolCalls: [{ name: echo.name, args: { text: "hi" } }] };
};

describe("loop ask", () => {
  let model: WireModel | undefined;
  let fake: FakeStdio | undefined;

  afterEach(async () => {
    killAllLoops();
    fake?.killAll();
    await model?.close();
    model = undefined;
  });

  function eventsOf(stdout: string): SessionEvent[] {
    return stdout
      .trimEnd()
      .split("\n")
      .map((line) => SessionEvent.parse(JSON.parse(line)));
  }

  test("with nobody to ask, a call is refused, the model is told, and the exit code is 2 [PER-05]", async () => {
    model = await startWireModel(useEcho);
    fake = fakeStdioCommand();
    const file = serverFile("fake", fake);
    const ended = await runLoop(["ask", "Use the tool.", "--json", "--mcp", file], { env: model.env });
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining("--approve always allows them.") });
    const events = eventsOf(ended.stdout);
    expect(events.find((event) => event.type === "approval-result")).toMatchObject({
      result: { decision: "denied", reason: "no-handler" },
    });
    expect(events.at(-1)).toMatchObject({ type: "turn-end", reason: "done" });
    expect(model.requests.at(-1)?.toolResults).toHaveLength(1);
    expect(fake.journal.executions("echo")).toBe(0);
  });

  test("full access runs calls, the answer alone is on standard output, and the exit code is 0 [PER-02]", async () => {
    model = await startWireModel(useEcho);
    fake = fakeStdioCommand({ process: { startDelayMs: 500 } });
    const args = ["ask", "Use the tool.", "--mcp", serverFile("fake", fake), "--permission", "full-access"];
    const ended = await runLoop(args, { env: model.env });
    expect(ended.stdout).toMatch(/^It said: .*hi\n$/u);
    expect(ended.stderr).toContain("allowed: full access");
    expect(ended.code).toBe(0);
    expect(fake.journal.executions("echo")).toBe(1);
  });

  test("no server file is read unless it is named [SDK-04]", async () => {
    model = await startWireModel(useEcho);
    fake = fakeStdioCommand();
    const dataDir = join(serverFile("fake", fake), "..");
    const ended = await runLoop(["ask", "Use the tool.", "--data-dir", dataDir], { env: model.env });
    expect(ended).toMatchObject({ code: 0, stdout: "No tools.\n" });
    expect(fake.journal.pids()).toEqual([]);
  });

  test("a server that cannot start is named with what to do, and the question is asked without it [ERR-03]", async () => {
    model = await startWireModel([{ text: "Fine." }]);
    fake = fakeStdioCommand();
    const file = serverFile("fake", { ...fake, command: "/nowhere/program" });
    const ended = await runLoop(["ask", "Hello.", "--mcp", file], { env: model.env });
    expect(ended.stderr).toContain("Fake: There is no program with this command on this computer.");
    expect(ended).toMatchObject({ code: 0, stdout: "Fine.\n" });
  });

  test("a slow server is waited for no longer than told", async () => {
    model = await startWireModel([{ text: "Fine." }]);
    fake = fakeStdioCommand({ process: { startDelayMs: 20_000 } });
    const args = ["ask", "Hello.", "--mcp", serverFile("fake", fake), "--wait-servers", "100"];
    const ended = await runLoop(args, { env: model.env });
    expect(ended.stderr).toContain("It is not ready yet");
    expect(ended.code).toBe(0);
  });

  test("a model that fails is exit code 3, a missing one 4, each with a sentence", async () => {
    model = await startWireModel([{ wire: "status", status: 401 }]);
    const failed = await runLoop(["ask", "Hello."], { env: model.env });
    expect(failed).toMatchObject({ code: 3, stdout: "" });
    expect(failed.stderr).toContain("The model's provider did not accept the key.");
    expect(failed.stderr).not.toContain("raw provider text");
    const missing = await runLoop(["ask", "Hello."]);
    expect(missing.code).toBe(4);
    expect(missing.stderr).toContain("No model is connected.");
  });

  test.each([
    [["ask", "x", "--model", "nobody/x"], "There is no model provider with this name."],
    [["ask", "x", "--mcp", "/nowhere/mcp.json"], "There is no file /nowhere/mcp.json."],
    [["ask", "x", "--workspace", "/nowhere"], "The workspace must be an existing folder"],
    [["ask", " "], "There is nothing to send."],
    [["ask", "x", "--permission", "everything"], "loop ask --help shows the usage."],
  ])("wrong usage is exit code 4 with a sentence: %s", async (args, sentence) => {
    const ended = await runLoop(args);
    expect(ended).toMatchObject({ code: 4, stdout: "" });
    expect(ended.stderr).toContain(sentence);
  });

  test("the question can come from standard input", async () => {
    model = await startWireModel(({ lastUserText }) => ({ text: lastUserText.toUpperCase() }));
    const ended = await runLoop(["ask", "-"], { env: model.env, input: "from a pipe\n" });
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining("FROM A PIPE") });
  });

  test("Ctrl-C stops the turn, ends in order and exits with 130", async () => {
    model = await startWireModel([{ wire: "stall", text: "thinking" }]);
    const loop = startLoop(["ask", "Hello.", "--json"], model.env);
    await loop.sees("thinking");
    loop.child.kill("SIGINT");
    const ended = await loop.ended;
    expect(ended.code).toBe(130);
    expect(eventsOf(ended.stdout).at(-1)).toMatchObject({ type: "turn-end", reason: "stopped" });
  });

  test("nothing is written to the data directory", async () => {
    model = await startWireModel([{ text: "Fine." }]);
    const dataDir = join(makeTempDir("loop-data"), "not-there");
    await runLoop(["ask", "Hello."], { env: { ...model.env, LOOP_DATA_DIR: dataDir } });
    expect(existsSync(dataDir)).toBe(false);
  });
});
