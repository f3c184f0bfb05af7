import { expect, test } from "vitest";
import { codeBlock, codesIn, markdownBlocks, unsafeBlockHtml, wholeWords } from "./markdown.js";

const html = (text: string) => markdownBlocks(text).map(unsafeBlockHtml).join("");

test("a text is split into its top-level blocks, and a finished block stays the same while more is written", () => {
  const before = markdownBlocks("# Title\n\nFirst paragraph.\n\nSecond");
  const after = markdownBlocks("# Title\n\nFirst paragraph.\n\nSecond and more\n\n- a\n- b");
  expect(before.map((block) => block.raw.trim())).toEqual(["# Title", "First paragraph.", "Second"]);
  expect(after).toHaveLength(4);
  expect(after[0]?.raw).toBe(before[0]?.raw);
  expect(after[1]?.raw).toBe(before[1]?.raw);
});

test("raw HTML is text", () => {
  expect(html("<script>alert(1)</script>")).not.toContain("<script");
  expect(html('a <img src=x onerror="y"> b')).not.toContain("<img");
});

test("pictures are never loaded", () => {
  expect(html("![a < b](https://tracker.example/p.png)")).toBe('<p><span class="no-image">[a &#60; b]</span></p>\n');
});

test("what may still be half a word waits, unless it is long or a script without spaces", () => {
  expect(wholeWords("The port li")).toBe("The port ");
  expect(wholeWords("The port ")).toBe("The port ");
  expect(wholeWords("")).toBe("");
  expect(wholeWords(`see https://example.com/a/very/long/address`)).toContain("address");
  expect(wholeWords("港のリストは距離で並べ替えられ、ロリアンはブレストの前に来ます")).toContain("来ます");
});

test("a block of code is known by its fence, and code inside a list is found in the order it is shown", () => {
  const blocks = markdownBlocks(
    "```ts title\nconst a = 1;\n```\n\n1. one\n\n   ```sh\n   ls\n   ```\n2. two\n\n       plain\n",
  );
  expect(blocks.map(codeBlock)).toEqual([{ language: "ts title", code: "const a = 1;" }, null]);
  expect(blocks[1] === undefined ? [] : codesIn(blocks[1])).toEqual([
    { language: "sh", code: "ls" },
    { language: "", code: "plain" },
  ]);
});
