import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fakeStdioCommand, makeTempDir } from "@loop/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { killAllLoops, runLoop } from "../test/loop-process.js";

describe("loop mcp", () => {
  afterEach(killAllLoops);

  const inDir =
    (dataDir: string) =>
    ([action = "", ...args]: readonly string[]) =>
      runLoop(["mcp", action, "--data-dir", dataDir, ...args]);

  test("the sample server is added, connects, and is listed, switched off, on and removed", async () => {
    const dataDir = makeTempDir("loop-data");
    const mcp = inDir(dataDir);
    expect(await mcp(["list"])).toMatchObject({ code: 0, stdout: "There are no servers.\n" });
    expect(await mcp(["add-sample"])).toMatchObject({ code: 0, stdout: "Saved: sample.\nIt is ready. Tools: 8.\n" });
    expect(statSync(join(dataDir, "mcp.json")).mode & 0o777).toBe(0o600);
    expect((await mcp(["list"])).stdout).toMatch(/sample +Sample +ready +8/u);
    const again = await mcp(["add-sample"]);
    expect(again).toMatchObject({ code: 4, stdout: "" });
    expect(again.stderr).toContain("There already is a server with this id.");
    expect(await mcp(["disable", "sample"])).toMatchObject({ code: 0 });
    expect((await mcp(["list"])).stdout).toMatch(/sample +Sample +disabled +-/u);
    expect((await mcp(["retry", "sample"])).code).toBe(4);
    expect((await mcp(["enable", "sample"])).stdout).toBe("Switched on: sample. Run loop mcp test sample to try it.\n");
    expect((await mcp(["list"])).stdout).toMatch(/sample +Sample +ready +8/u);
    expect(await mcp(["remove", "sample"])).toMatchObject({ code: 0, stdout: "Removed: sample.\n" });
    expect((await mcp(["remove", "sample"])).stderr).toContain("There is no server with this id.");
  }, 60_000);

  test("programs read JSON, with the same codes as the API, and no secret [ERR-01]", async () => {
    const mcp = inDir(makeTempDir("loop-data"));
    const { command, args } = fakeStdioCommand();
    const added = await mcp(["add", "fake", "--json", "--env", "KEY=hunter2", "--", command, ...args]);
    expect(JSON.parse(added.stdout)).toMatchObject({ servers: [{ status: "ready", config: { id: "fake" } }] });
    const listed = await mcp(["list", "--json"]);
    expect(JSON.parse(listed.stdout)).toMatchObject({
      servers: [{ config: { transport: { env: [{ key: "KEY", value: "", saved: true }] } } }],
    });
    expect(added.stdout + listed.stdout).not.toContain("hunter2");
    const unknown = await mcp(["enable", "nobody", "--json"]);
    expect(unknown.code).toBe(4);
    expect(JSON.parse(unknown.stdout)).toEqual({
      error: { code: "server-unknown", message: "There is no server with this id." },
    });
  });

  test("a server that cannot be reached is saved, and it says what to do [ERR-03]", async () => {
    const mcp = inDir(makeTempDir("loop-data"));
    const added = await mcp(["add", "gone", "--", "/nowhere/program"]);
    expect(added.code).toBe(0);
    expect(added.stdout).toBe(
      "Saved: gone.\nIt cannot be used yet. There is no program with this command on this computer. Install it or change the command, then run loop mcp retry gone.\n",
    );
    expect((await mcp(["retry", "gone"])).code).toBe(4);
  });

  test("a change of the file alone starts no server", async () => {
    const dataDir = makeTempDir("loop-data");
    const mcp = inDir(dataDir);
    const fake = fakeStdioCommand();
    expect((await mcp(["add", "fake", "--disabled", "--", fake.command, ...fake.args])).code).toBe(0);
    for (const kind of ["enable", "disable", "enable", "remove"]) {
      const ended = await mcp([kind, "fake", "--json"]);
      expect(ended).toMatchObject({ code: 0 });
      expect(JSON.parse(ended.stdout)).toEqual({ id: "fake", done: kind });
    }
    expect(fake.journal.pids()).toEqual([]);
    expect(JSON.parse(readFileSync(join(dataDir, "mcp.json"), "utf8")).servers).toEqual([]);
  }, 60_000);

  test("adding, retrying and importing one server start no other", async () => {
    const dataDir = makeTempDir("loop-data");
    const mcp = inDir(dataDir);
    const [other, mine] = [fakeStdioCommand(), fakeStdioCommand()];
    const envOf = ({ env }: typeof other) =>
      Object.entries(env).flatMap(([key, value]) => ["--env", `${key}=${value}`]);
    const add = (id: string, fake: typeof other) =>
      mcp(["add", id, ...envOf(fake), "--json", "--", fake.command, ...fake.args]);
    expect((await add("other", other)).code).toBe(0);
    expect(other.journal.pids()).toHaveLength(1);
    const added = await add("mine", mine);
    expect(JSON.parse(added.stdout)).toMatchObject({ servers: [{ config: { id: "mine" }, status: "ready" }] });
    expect(await mcp(["retry", "mine"])).toMatchObject({ code: 0 });
    const file = join(dataDir, "more.json");
    writeFileSync(file, JSON.stringify({ mcpServers: { third: { command: "/nowhere/program" } } }));
    expect(await mcp(["import", file, "--yes"])).toMatchObject({ code: 0, stdout: "Saved: third.\n" });
    expect(other.journal.pids()).toHaveLength(1);
    expect(JSON.parse(readFileSync(join(dataDir, "mcp.json"), "utf8")).servers).toMatchObject([
      { id: "other", enabled: true },
      { id: "mine", enabled: true },
      { id: "third", enabled: true },
    ]);
  }, 60_000);

  test("a malformed file is left as it is and named in a sentence", async () => {
    const dataDir = makeTempDir("loop-data");
    const file = join(dataDir, "mcp.json");
    writeFileSync(file, "{ broken");
    for (const args of [["list"], ["add-sample"], ["remove", "a"], ["test", "a"]]) {
      const ended = await inDir(dataDir)(args);
      expect(ended.code).toBe(4);
      expect(ended.stderr).toContain("The file mcp.json cannot be read as a configuration and was left as it is.");
    }
    expect(readFileSync(file, "utf8")).toBe("{ broken");
  });
});
