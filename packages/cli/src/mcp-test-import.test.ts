import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fakeStdioCommand, isAlive, makeTempDir, startFakeHttp } from "@loop/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { killAllLoops, runLoop } from "../test/loop-process.js";

afterEach(killAllLoops);

describe("loop mcp test", () => {
  test("a command is tried, its tools are named, and nothing of it stays", async () => {
    const dataDir = join(makeTempDir("loop-data"), "never-made");
    const fake = fakeStdioCommand({ tools: ["echo", "add"] });
    const args = ["mcp", "test", "--data-dir", dataDir, "--env", "KEY=hunter2", "--", fake.command, ...fake.args];
    const temporary = makeTempDir("loop-tmp");
    const ended = await runLoop(args, { env: { TMPDIR: temporary } });
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(ended.stdout).toMatch(/^It works\. Tools: 2\.\nTOOL +THE SERVER'S OWN WORDS\necho +Answers with/u);
    expect(existsSync(dataDir)).toBe(false);
    expect(readdirSync(temporary)).toEqual([]);
    expect(fake.journal.pids().filter((pid) => isAlive(pid))).toEqual([]);
  });

  test("an address is tried, with its token from a variable, and a refusal is exit code 4", async () => {
    const server = await startFakeHttp({ tools: ["echo"], http: { token: "right" } });
    try {
      const args = ["mcp", "test", "--json", "--url", server.url, "--bearer-env", "TOKEN_OF_TEST"];
      const good = await runLoop(args, { env: { TOKEN_OF_TEST: "right" } });
      expect(good.code).toBe(0);
      expect(JSON.parse(good.stdout)).toMatchObject({ server: { status: "ready" }, tools: ["echo"] });
      const bad = await runLoop(args, { env: { TOKEN_OF_TEST: "wrong" } });
      expect(bad.code).toBe(4);
      expect(JSON.parse(bad.stdout)).toMatchObject({ server: { code: "authentication-required" }, tools: [] });
    } finally {
      await server.close();
    }
  });

  test("a saved server is tried alone, also when it is switched off", async () => {
    const dataDir = makeTempDir("loop-data");
    const fake = fakeStdioCommand();
    const other = fakeStdioCommand();
    const transport = (command: string, args: readonly string[]) => ({ type: "stdio", command, args });
    const servers = [
      { id: "one", name: "One", enabled: false, transport: transport(fake.command, fake.args) },
      { id: "two", name: "Two", enabled: true, transport: transport(other.command, other.args) },
    ];
    writeFileSync(join(dataDir, "mcp.json"), JSON.stringify({ version: 1, servers }));
    const ended = await runLoop(["mcp", "test", "one", "--data-dir", dataDir]);
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining("It works. Tools: 8.") });
    expect(other.journal.pids()).toEqual([]);
    expect((await runLoop(["mcp", "test", "three", "--data-dir", dataDir])).stderr).toContain(
      "There is no server with this id.",
    );
    expect((await runLoop(["mcp", "test", "--data-dir", dataDir, "--", "/nowhere/program"])).code).toBe(4);
  });
});

describe("loop mcp import", () => {
  const text = JSON.stringify({
    mcpServers: {
      Notes: { command: "node", args: ["notes.js"], env: { NOTES_KEY: "hunter2" }, disabled: true },
      old: { type: "sse", url: "https://old.example/sse" },
      broken: { nothing: true },
    },
  });

  test("what another program has is shown without its values, and saved only when told to [CFG-19]", async () => {
    const dataDir = makeTempDir("loop-data");
    const file = join(makeTempDir("other"), "other.json");
    writeFileSync(file, text);
    const shown = await runLoop(["mcp", "import", file, "--data-dir", dataDir]);
    expect(shown.code).toBe(4);
    expect(shown.stderr).toMatch(/notes +Notes +off +NOTES_KEY +node notes\.js/u);
    expect(shown.stderr).toContain("Left out: old (config-import-unsupported): This entry uses a transport");
    expect(shown.stderr).toContain("Left out: broken (config-invalid):");
    expect(shown.stdout).toBe("Nothing is saved yet. Run it again with --yes to save.\n");
    expect(shown.stderr + shown.stdout).not.toContain("hunter2");
    expect(existsSync(join(dataDir, "mcp.json"))).toBe(false);
    const saved = await runLoop(["mcp", "import", "-", "--yes", "--data-dir", dataDir], { input: text });
    expect(saved.stdout).toContain("Saved: notes.\nLeft out: old (config-import-unsupported)");
    const { servers } = JSON.parse(readFileSync(join(dataDir, "mcp.json"), "utf8"));
    expect(servers).toMatchObject([{ id: "notes", enabled: false, transport: { env: [{ value: "hunter2" }] } }]);
    const again = await runLoop(["mcp", "import", file, "--yes", "--json", "--data-dir", dataDir]);
    expect(JSON.parse(again.stdout)).toMatchObject({
      saved: [],
      refused: [{ name: "old" }, { name: "broken" }, { name: "notes", code: "server-exists" }],
    });
  });

  test("a file without servers, and one that is not there, are said in a sentence", async () => {
    const none = await runLoop(["mcp", "import", "-"], { input: "[]" });
    expect(none).toMatchObject({ code: 4, stderr: expect.stringContaining("There are no servers in it") });
    const gone = await runLoop(["mcp", "import", "/nowhere/file.json"]);
    expect(gone).toMatchObject({ code: 4, stderr: expect.stringContaining("/nowhere/file.json cannot be read.") });
  });
});
