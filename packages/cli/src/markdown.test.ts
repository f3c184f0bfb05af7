import { describe, expect, test } from "vitest";
import { MarkdownFlow } from "./markdown-flow.js";
import { colourStyle, plainStyle } from "./style.js";

function whole(text: string, width = 40): readonly string[] {
  const flow = new MarkdownFlow(plainStyle);
  return [...flow.push(text, width), ...flow.end(width)];
}

function streamed(text: string, size: number, width = 40): readonly string[] {
  const flow = new MarkdownFlow(plainStyle);
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += size) lines.push(...flow.push(text.slice(at, at + size), width));
  return [...lines, ...flow.end(width)];
}

const ESCAPE = "\u001b";
const SEQUENCE = new RegExp(`${ESCAPE}\\[\\d+m`, "gu");

const DOCUMENT = [
  "# Title",
  "",
  "A *long* paragraph with **bold words**, `code` and a [link](https://example.org/x).",
  "It goes on.",
  "",
  "- one",
  "- two",
  "  1. inner",
  "  2. inner too",
  "- [x] done",
  "",
  "> quoted",
  "> words",
  "",
  "```js",
  "const a = 1; // a line of code that is longer than the width",
  "",
  "done();",
  "```",
  "",
  "| a | b |",
  "|---|---|",
  "| 1 | long cell |",
  "",
  "---",
  "The end.",
].join("\n");

describe("Markdown in the terminal", () => {
  test("every kind of block has a shape that reads well without colours", () => {
    expect(whole(DOCUMENT)).toEqual([
      "Title",
      "",
      "A long paragraph with bold words, code",
      "and a link (https://example.org/x). It",
      "goes on.",
      "",
      "• one",
      "• two",
      "  1. inner",
      "  2. inner too",
      "• [x] done",
      "",
      "▌ quoted words",
      "",
      "    const a = 1; // a line of code that is longer than the width",
      "",
      "    done();",
      "",
      "a  b",
      "-  ---------",
      "1  long cell",
      "",
      "────────────────────",
      "",
      "The end.",
    ]);
  });

  test.each([1, 2, 3, 7, 16, 100])("pieces of %d characters read like the whole", (size) => {
    expect(streamed(DOCUMENT, size)).toEqual(whole(DOCUMENT));
  });

  test("a finished block comes out at once, an unfinished one stays in the changing rows", () => {
    const flow = new MarkdownFlow(plainStyle);
    expect(flow.push("First.\n\nSec", 40)).toEqual(["First."]);
    expect(flow.rows(40)).toEqual(["", "Sec"]);
    expect(flow.push("ond **bo", 40)).toEqual([]);
    expect(flow.rows(40)).toEqual(["", "Second **bo"]);
    expect(flow.push("ld**", 40)).toEqual([]);
    expect(flow.end(40)).toEqual(["", "Second bold"]);
    expect(flow.rows(40)).toEqual([]);
  });

  test("changing rows never get wider than told, finished code is left whole", () => {
    const flow = new MarkdownFlow(plainStyle);
    const code = `\`\`\`\n${"x".repeat(70)}\n`;
    flow.push(code, 30);
    expect(flow.rows(30).every((row) => row.length <= 30)).toBe(true);
    expect(flow.end(30)).toEqual([`    ${"x".repeat(70)}`]);
    expect(whole("a".repeat(50), 20).every((row) => row.length <= 20)).toBe(true);
    expect(whole("漢字".repeat(20), 21).every((row) => row.length * 2 <= 21)).toBe(true);
  });

  test("colours are closed on their row, and a link shows where it leads", () => {
    const flow = new MarkdownFlow(colourStyle);
    flow.push("**two bold words** and [x](https://evil.example)", 8);
    const rows = flow.end(8);
    const count = (row: string, sequence: string) => row.split(sequence).length - 1;
    for (const row of rows) expect(count(row, "\u001b[1m")).toBe(count(row, "\u001b[22m") - count(row, "\u001b[2m"));
    expect(rows.join("").replaceAll(SEQUENCE, "")).toContain("https://evil.example");
    expect(rows.join("")).not.toContain("\u001b]8");
  });

  test("no entity becomes a control character", () => {
    expect(whole("a &#27;[2J &lt;b&gt; &amp;")).toEqual(["a &#27;[2J <b> &"]);
    const entity = "&#27;[2J &#x1b;[2J &#x202e;";
    const places = [
      "*X*",
      "# X",
      "- X\n- [ ] X",
      "[X](http://a/X)",
      "![X](X)",
      "`X`",
      "```X\nX\n```",
      "> X",
      "<b>X</b>",
    ];
    const table = `| X | X |\n|---|---|\n| X | ${"long ".repeat(10)} |`;
    for (const place of [...places, table, "| X |\n|---|\n| X |"]) {
      const shown = whole(place.replaceAll("X", entity)).join("");
      expect(shown, place).not.toMatch(/[\p{Cf}\p{Cc}]/u);
    }
  });

  test("a table that is too wide becomes one list a row", () => {
    const text = "| name | words |\n|---|---|\n| a | some words that are long |\n| b | more |";
    expect(whole(text, 24)).toEqual(["name: a", "words: some words that", "are long", "", "name: b", "words: more"]);
  });

  test("a long list is shown in parts, with its numbers and its inner items", () => {
    const text = Array.from({ length: 300 }, (_, index) => `${index + 1}. item\n      - inner ${index + 1}`).join("\n");
    const shown = streamed(text, 50).filter((line) => line !== "");
    expect(shown).toHaveLength(600);
    expect(shown.at(-2)).toBe("300. item");
    expect(shown.at(-1)).toBe("     • inner 300");
  });

  test("a block without an end stays bounded, and code stays code", () => {
    const flow = new MarkdownFlow(plainStyle);
    const lines: string[] = [...flow.push("```\n", 80)];
    for (let count = 0; count < 1_000; count += 1) lines.push(...flow.push(`some line of code number ${count}\n`, 80));
    lines.push(...flow.push("```\nand **words**", 80), ...flow.end(80));
    const shown = lines.filter((line) => line !== "");
    expect(shown).toHaveLength(1_001);
    expect(shown.slice(0, -1).every((line) => line.startsWith("    some line"))).toBe(true);
    expect(shown.at(-1)).toBe("and words");
  });
});
