import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeTempDir } from "@loop/testkit";
import { expect, test } from "vitest";
import { systemClock } from "../kit/clock.js";
import { openWorkspace } from "../permissions/workspace-scope.js";
import { searchFiles, searchFilesTool } from "./search-files.js";

async function search(files: Readonly<Record<string, string | Buffer>>, args: object, signal?: AbortSignal) {
  const root = makeTempDir("search");
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const opened = await openWorkspace({ root, places: [], clock: systemClock });
  if (!opened.ok) throw new Error(opened.code);
  const context = { scope: opened.value.readOnly, sandbox: null, clock: systemClock };
  try {
    const answer = await searchFilesTool.run(args, { ...context, signal: signal ?? new AbortController().signal });
    return answer.code ?? answer.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  } finally {
    await opened.value.close();
  }
}

const files = {
  "a.ts": "first needle\nnothing\nNeedle needle\r\n",
  "sub/b.md": "no\n\n  needle at last",
  "node_modules/c.ts": "needle",
  binary: Buffer.from("needle\0"),
};

test.each([
  [{ text: "needle" }, ["a.ts:1: first needle", "a.ts:3: Needle needle", "sub/b.md:3:   needle at last"]],
  [{ text: "NEEDLE", ignore_case: true, include: "*.md" }, ["sub/b.md:3:   needle at last"]],
  [{ text: "^n\\w+$", regex: true }, ["a.ts:2: nothing", "sub/b.md:1: no"]],
  [{ text: "^$", regex: true }, ["sub/b.md:2: "]],
  [{ text: "needle", path: "sub" }, ["sub/b.md:3:   needle at last"]],
  [{ text: "needle", path: "a.ts" }, ["a.ts:1: first needle", "a.ts:3: Needle needle"]],
  [{ text: "needle", include: "node_modules/*", all: true }, ["node_modules/c.ts:1: needle"]],
  [{ text: "(needle" }, ["Nothing was found."]],
  [{ text: "(needle", regex: true }, ["pattern-invalid"]],
  [{ text: "x", path: "none" }, ["file-missing"]],
])("a search for %j finds %j", async (args, expected) => {
  expect((await search(files, args)).split("\n")).toEqual(expected);
});

test("a pattern that would never end is stopped, and the process goes on [PER-09]", async () => {
  const started = performance.now();
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 20);
  const text = `${"a".repeat(40)}!\n`;
  expect(await search({ a: text, b: text }, { text: "^(a+)+$", regex: true })).toBe("pattern-too-slow");
  clearInterval(timer);
  expect(performance.now() - started).toBeLessThan(15_000);
  expect(ticks).toBeGreaterThan(20);
});

test("a cancelled search ends with the reason of its signal", async () => {
  const cancel = new AbortController();
  const text = `${"a".repeat(40)}!\n`;
  const running = search({ a: text }, { text: "^(a+)+$", regex: true }, cancel.signal);
  setImmediate(() => cancel.abort(new Error("stopped")));
  await expect(running).rejects.toThrow("stopped");
});

test("what is found is bounded by hits and by their length", async () => {
  const many = `${"needle ".repeat(200)}\n`.repeat(1_000);
  const text = await search(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`f${i}`, many])), {
    text: "needle",
  });
  expect(text.length).toBeLessThan(51_000);
  expect(text).toContain("There are more");
});

test("a search that takes too long says that it stopped half-way", async () => {
  let now = 0;
  const clock = { ...systemClock, now: () => (now += 20_000) };
  const root = makeTempDir("search");
  writeFileSync(join(root, "a"), "needle");
  const opened = await openWorkspace({ root, places: [], clock: systemClock });
  if (!opened.ok) throw new Error(opened.code);
  const answer = await searchFiles({ text: "needle" }, opened.value.readOnly, {
    clock,
    signal: new AbortController().signal,
  });
  await opened.value.close();
  expect(answer.content).toEqual([{ type: "text", text: "(The search took too long and stopped half-way.)" }]);
});
