import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTempDir } from "@loop/testkit";
import { describe, expect, test } from "vitest";
import { completeLine } from "./complete-line.js";
import { TypedHistory } from "./typed-history.js";

const words = {
  servers: ["mail", "maps"],
  tools: [
    { serverId: "mail", toolName: "send" },
    { serverId: "mail", toolName: "search" },
    { serverId: "maps", toolName: "find" },
    { serverId: "maps", toolName: "evil\u001b[2J" },
  ],
  questions: ["r1", "r2"],
  grants: ["g1"],
  scripts: ["s2", "s1"],
};

describe("completion", () => {
  test.each([
    ["/appr", ["/approve", "/approve-session"]],
    ["/approve ", ["/approve r1", "/approve r2"]],
    ["/stop-script r1", ["/stop-script r1"]],
    ["/retry ma", ["/retry mail", "/retry maps"]],
    ["/call m", ["/call mail", "/call maps"]],
    ["/call mail se", ["/call mail send", "/call mail search"]],
    ["/call maps ", ["/call maps find"]],
    ["/call mail send {", []],
    ["/revoke ", ["/revoke g1"]],
    ["/script ", ["/script s2", "/script s1"]],
    ["/preset r", ["/preset read-only"]],
    ["hello /appr", []],
  ])("%j", (typed, completed) => {
    expect(completeLine(typed, words)).toEqual(completed);
  });
});

describe("the history of typed lines", () => {
  test("it is kept for the next time, for its owner alone, without answers and secrets", async () => {
    const file = join(makeTempDir("loop-data"), "new", "history");
    const history = new TypedHistory(file);
    expect(await history.read()).toEqual([]);
    for (const line of ["one", "/approve r1", "/deny r1 why", " secret", "/call a b {}", ""]) history.add(line);
    await history.close();
    expect(readFileSync(file, "utf8")).toBe("one\n/call a b {}\n");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await new TypedHistory(file).read()).toEqual(["/call a b {}", "one"]);
  });

  test("the last thousand lines stay", async () => {
    const file = join(makeTempDir("loop-data"), "history");
    writeFileSync(file, Array.from({ length: 1_200 }, (_, index) => `line ${index}\n`).join(""));
    chmodSync(file, 0o644);
    const lines = await new TypedHistory(file).read();
    expect(lines).toHaveLength(1_000);
    expect(lines[0]).toBe("line 1199");
    expect(readFileSync(file, "utf8").split("\n")).toHaveLength(1_001);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("a line that would act on the terminal is left out, and a place that cannot be written is none", async () => {
    const dir = makeTempDir("loop-data");
    const file = join(dir, "history");
    writeFileSync(file, "good\nbad\u001b[2J\n");
    expect(await new TypedHistory(file).read()).toEqual(["good"]);
    const nowhere = new TypedHistory(join(file, "below", "history"));
    nowhere.add("x");
    await nowhere.close();
    expect(await nowhere.read()).toEqual([]);
  });
});
