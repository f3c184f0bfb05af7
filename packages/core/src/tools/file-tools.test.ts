import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeTempDir, pixelPng } from "@loop/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { systemClock } from "../kit/clock.js";
import type { SandboxState } from "../permissions/sandbox-state.js";
import { type BuiltinRoom, openBuiltinRoom } from "./builtin-room.js";
import { globMatcher } from "./glob.js";
import { unifiedDiff } from "./unified-diff.js";

const none: SandboxState = { state: "none", engine: null, reason: "sandbox-missing" };
const rooms: BuiltinRoom[] = [];
afterEach(async () => {
  for (const room of rooms.splice(0)) await room.close();
});

async function open(files: Readonly<Record<string, string | Buffer>>) {
  const root = makeTempDir("tools");
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const loop = { dataDir: null, installDir: null };
  const options = { workspaceRoot: root, loop, sandbox: none, network: false, clock: systemClock, environment: {} };
  const room = await openBuiltinRoom(options);
  if (!room.ok) throw new Error(room.code);
  rooms.push(room.value);
  const call = async (name: string, args: unknown) => {
    const tool = room.value.tools.find((candidate) => candidate.name === name)!;
    const context = room.value.context("workspace-write", { signal: new AbortController().signal });
    const { code, content } = await tool.run(args, context);
    const text = content.map((block) => (block.type === "text" ? block.text : block.mimeType)).join("\n");
    return code === undefined ? text : code;
  };
  return { root, call, room: room.value };
}

test("six tools are offered, each with a name, what it needs and a schema [PER-09]", async () => {
  const { room } = await open({});
  expect(room.tools.map(({ name, needs }) => [name, needs])).toEqual([
    ["read_file", "read"],
    ["list_files", "read"],
    ["search_files", "read"],
    ["edit_file", "write"],
    ["write_file", "write"],
    ["run_command", "command"],
  ]);
  for (const tool of room.tools)
    expect(tool.inputSchema).toMatchObject({ type: "object", additionalProperties: false });
});

describe("read_file", () => {
  test("gives numbered lines, a part of them, and says how to go on", async () => {
    const { call } = await open({ a: "one\ntwo\r\nthree\n", empty: "" });
    expect(await call("read_file", { path: "a" })).toBe("1\tone\n2\ttwo\n3\tthree");
    expect(await call("read_file", { path: "a", from_line: 2, lines: 1 })).toBe(
      "2\ttwo\n(3 lines in all; go on with from_line 3.)",
    );
    expect(await call("read_file", { path: "a", from_line: 9 })).toBe("The file has 3 lines.");
    expect(await call("read_file", { path: "empty" })).toBe("The file is empty.");
  });

  test("cuts what is long, shows images, and refuses what is no text", async () => {
    const { call } = await open({
      long: `${"x".repeat(9_000)}\n`.repeat(100),
      picture: Buffer.from(pixelPng, "base64"),
      binary: Buffer.from([1, 0, 2]),
      latin: Buffer.from([0xe9, 0x20, 0xe8]),
    });
    const long = await call("read_file", { path: "long" });
    expect(long.length).toBeLessThan(51_000);
    expect(long).toContain("go on with from_line");
    expect(await call("read_file", { path: "picture" })).toBe("image/png");
    expect(await call("read_file", { path: "binary" })).toBe("file-binary");
    expect(await call("read_file", { path: "latin" })).toBe("file-binary");
    expect(await call("read_file", { path: "nothing" })).toBe("file-missing");
    expect(await call("read_file", { path: "a", other: 1 })).toBe("arguments-invalid");
  });
});

describe("list_files", () => {
  const files = { "src/a.ts": "", "src/deep/b.test.ts": "", "node_modules/x/y.ts": "", ".git/config": "", c: "" };

  test("lists two levels and looks into neither .git nor node_modules", async () => {
    const { call } = await open(files);
    expect((await call("list_files", {})).split("\n")).toEqual([
      ".git/",
      "c",
      "node_modules/",
      "src/",
      "src/a.ts",
      "src/deep/",
    ]);
    expect(await call("list_files", { pattern: "*.ts" })).toBe("src/a.ts\nsrc/deep/b.test.ts");
    expect(await call("list_files", { pattern: "**/y.ts", all: true })).toBe("node_modules/x/y.ts");
    expect(await call("list_files", { path: "src", depth: 1 })).toBe("src/a.ts\nsrc/deep/");
    expect(await call("list_files", { path: "c" })).toBe("folder-is-file");
    expect(await call("list_files", { path: ".." })).toBe("path-outside");
  });

  test("a thousand entries are the end of a list", async () => {
    const { call } = await open(Object.fromEntries(Array.from({ length: 1_100 }, (_, index) => [`f${index}`, ""])));
    const lines = (await call("list_files", {})).split("\n");
    expect(lines).toHaveLength(1_001);
    expect(lines.at(-1)).toContain("There is more");
  });
});

describe("edit_file", () => {
  test("replaces what is there exactly once and shows the difference", async () => {
    const { call, root } = await open({ a: "one\ntwo\nthree\n" });
    const text = await call("edit_file", { path: "a", old_text: "two", new_text: "2" });
    expect(text).toBe("Changed a in one place.\n--- a\n+++ a\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three");
    expect(readFileSync(join(root, "a"), "utf8")).toBe("one\n2\nthree\n");
  });

  test("writes nothing where the text is missing, repeated or unchanged", async () => {
    const { call, root } = await open({ a: "x x\n", b: Buffer.from([0, 1]) });
    expect(await call("edit_file", { path: "a", old_text: "y", new_text: "z" })).toBe("text-not-found");
    expect(await call("edit_file", { path: "a", old_text: "x", new_text: "z" })).toBe("text-not-unique");
    expect(await call("edit_file", { path: "a", old_text: "x", new_text: "x" })).toBe("text-unchanged");
    expect(await call("edit_file", { path: "b", old_text: "x", new_text: "y" })).toBe("file-binary");
    expect(await call("edit_file", { path: "a", old_text: "", new_text: "y" })).toBe("arguments-invalid");
    expect(readFileSync(join(root, "a"), "utf8")).toBe("x x\n");
    expect(await call("edit_file", { path: "a", old_text: "x", new_text: "$&", replace_all: true })).toContain(
      "2 places",
    );
    expect(readFileSync(join(root, "a"), "utf8")).toBe("$& $&\n");
  });

  test("a file keeps its own line ends", async () => {
    const { call, root } = await open({ a: "one\r\ntwo\r\nthree\r\n" });
    await call("edit_file", { path: "a", old_text: "one\ntwo", new_text: "1\n2" });
    expect(readFileSync(join(root, "a"), "utf8")).toBe("1\r\n2\r\nthree\r\n");
  });
});

describe("write_file", () => {
  test("makes folders, and shows what an old file loses", async () => {
    const { call, root } = await open({ a: "old\n" });
    expect(await call("write_file", { path: "new/deep/file", content: "x\ny\n" })).toBe(
      "Wrote new/deep/file, a new file of 2 lines.",
    );
    expect(await call("write_file", { path: "a", content: "new\n" })).toContain("-old\n+new");
    expect(await call("write_file", { path: ".git/hooks/x", content: "x" })).toBe("path-protected");
    expect(await call("write_file", { path: "new", content: "x" })).toBe("file-is-folder");
    expect(readFileSync(join(root, "a"), "utf8")).toBe("new\n");
  });
});

describe("a pattern of names", () => {
  test.each([
    ["*.ts", "a/b/c.ts", true],
    ["*.ts", "a/b/c.tsx", false],
    ["src/**/*.ts", "src/c.ts", true],
    ["src/**/*.ts", "src/a/b/c.ts", true],
    ["src/*.ts", "src/a/c.ts", false],
    ["*.{ts,js}", "x.js", true],
    ["[a-c]?.txt", "b1.txt", true],
    ["[!a-c]?.txt", "b1.txt", false],
    ["**", "a/b", true],
    ["a/**/b/**/c", "a/x/b/b/y/c", true],
    ["[", "[", true],
  ])("%s on %s: %s", (glob, path, expected) => expect(globMatcher(glob)?.(path)).toBe(expected));

  test("takes no longer for a hostile one", () => {
    expect(globMatcher("*a".repeat(200))?.("a".repeat(199))).toBe(false);
    expect(globMatcher("{a,b}".repeat(40))).toBeNull();
    expect(globMatcher("x".repeat(600))).toBeNull();
  });
});

describe("a difference", () => {
  test("names the lines of each place that changed", () => {
    const before = Array.from({ length: 40 }, (_, index) => `line ${index}`);
    const after = before.with(2, "two").toSpliced(30, 1);
    const text = unifiedDiff("f", `${before.join("\n")}\n`, after.join("\n"));
    expect(text.split("\n").filter((line) => /^(@@|[-+])/.test(line))).toEqual([
      "--- f",
      "+++ f",
      "@@ -1,6 +1,6 @@",
      "-line 2",
      "+two",
      "@@ -28,7 +28,6 @@",
      "-line 30",
      "@@ -37,4 +36,4 @@",
      "-line 39",
      "+line 39",
    ]);
    expect(unifiedDiff("f", "", "a\n")).toBe("--- f\n+++ f\n@@ -0,0 +1,1 @@\n+a");
    expect(unifiedDiff("f", "a", "a")).toBe("");
  });

  test("is bounded for files that have nothing in common", () => {
    const lines = (word: string) => Array.from({ length: 5_000 }, (_, index) => `${word} ${index}`).join("\n");
    const started = performance.now();
    expect(unifiedDiff("f", lines("a"), lines("b")).split("\n").length).toBeLessThan(500);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
