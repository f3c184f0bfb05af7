import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fakeStdioCommand, invalidKey, makeTempDir, startWireModel } from "@loop/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { killAllLoops, runLoop } from "../test/loop-process.js";
import { sandboxFinding } from "./check-sandbox.js";
import { checkNode } from "./doctor.js";
import { findingLines } from "./finding.js";

describe("loop doctor", () => {
  afterEach(killAllLoops);

  test("a new computer has nothing wrong, and is told what can be set up", async () => {
    const dataDir = join(makeTempDir("loop-data"), "new");
    const ended = await runLoop(["doctor", "--data-dir", dataDir]);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain("ok       Node: Version");
    expect(ended.stdout).toContain("does not exist yet");
    expect(ended.stdout).toContain("Run loop mcp add-sample");
    expect(ended.stdout).toContain("No model is chosen.");
    expect(ended.stdout).toMatch(/^(ok|note) +Sandbox: (It was tried, and it holds|In part|None)\./mu);
  });

  test("what is wrong is named, each with what to do, and the exit code is 1 [ERR-03]", async () => {
    const dataDir = join(makeTempDir("loop-data"), "open");
    mkdirSync(dataDir, { mode: 0o755 });
    await runLoop(["mcp", "add", "gone", "--data-dir", dataDir, "--", "/nowhere/program"]);
    const ended = await runLoop(["doctor", "--servers", "--data-dir", dataDir, "--model", "openai/some"]);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain(`chmod 700 ${dataDir}`);
    expect(ended.stdout).toContain("problem  Server gone: There is no program with this command on this computer.");
    expect(ended.stdout).toContain("problem  Model: The key for this model's provider is not set.");
  });

  test("servers start only when it is told to start them", async () => {
    const dataDir = makeTempDir("loop-data");
    const fake = fakeStdioCommand();
    const transport = { type: "stdio", command: fake.command, args: fake.args };
    const servers = [{ id: "fake", name: "Fake", enabled: true, transport }];
    writeFileSync(join(dataDir, "mcp.json"), JSON.stringify({ version: 1, servers }), { mode: 0o600 });
    const looked = await runLoop(["doctor", "--data-dir", dataDir]);
    expect(looked).toMatchObject({ code: 0, stdout: expect.stringContaining("Servers: 1, switched off: 0.") });
    expect(fake.journal.pids()).toEqual([]);
    const started = await runLoop(["doctor", "--servers", "--data-dir", dataDir]);
    expect(started).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("ok       Server Fake: Ready. Tools: 8."),
    });
  });

  test("the model is asked only when it is told to ask", async () => {
    const model = await startWireModel([{ text: "yes" }, invalidKey]);
    try {
      const dataDir = makeTempDir("loop-data");
      const looked = await runLoop(["doctor", "--data-dir", dataDir], { env: model.env });
      expect(looked).toMatchObject({ code: 0, stdout: expect.stringContaining("It was not asked anything.") });
      expect(model.requests).toHaveLength(0);
      const asked = await runLoop(["doctor", "--model-check", "--data-dir", dataDir], { env: model.env });
      expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining("openai-compatible/scripted answers.") });
      const refused = await runLoop(["doctor", "--model-check", "--data-dir", dataDir], { env: model.env });
      expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining("did not accept the key") });
      expect(refused.stdout).not.toContain("sk-raw");
    } finally {
      await model.close();
    }
  });

  test("a broken server file is a finding, also for programs", async () => {
    const dataDir = makeTempDir("loop-data");
    writeFileSync(join(dataDir, "mcp.json"), "[]");
    const ended = await runLoop(["doctor", "--json", "--data-dir", dataDir]);
    expect(ended.code).toBe(1);
    const { findings } = JSON.parse(ended.stdout);
    expect(findings).toContainEqual(expect.objectContaining({ about: "Servers", state: "problem" }));
  });

  test("a Node that is too old is a problem", () => {
    expect(checkNode("20.18.0")).toMatchObject({ state: "problem" });
    expect(checkNode("22.11.0")).toMatchObject({ state: "problem" });
    expect(checkNode("24.0.0")).toMatchObject({ state: "good" });
  });

  test("the sandbox is told as it is, and what to do where it is not whole [PER-09]", () => {
    expect(findingLines(sandboxFinding({ state: "enforced", reason: null }))).toEqual([
      "ok       Sandbox: It was tried, and it holds.",
    ]);
    expect(findingLines(sandboxFinding({ state: "none", reason: "sandbox-missing" }))).toEqual([
      "note     Sandbox: None. The sandbox program is not installed.",
      "         Install bubblewrap (bwrap), then start Loop again. Until then each command is asked.",
    ]);
  });
});
