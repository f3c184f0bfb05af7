import { describe, expect, test } from "vitest";
import { shortened, VisibleStream, visibleBlock, visibleLine } from "./visible-text.js";

const ESC = "\u001b";

describe("text of others in the terminal", () => {
  test("colours go, other control sequences become visible [ERR-02]", () => {
    expect(visibleBlock(`${ESC}[31mred${ESC}[0m`)).toBe("red");
    expect(visibleBlock(`a${ESC}[2Jb`)).toBe("a\\u001b[2Jb");
    expect(visibleBlock(`${ESC}]0;title\u0007`)).toBe("\\u001b]0;title\\u0007");
    expect(visibleBlock("\u009b2J")).toBe("\\u009b2J");
  });

  test("bidi, zero-width, tag and filler characters become visible", () => {
    expect(visibleBlock("ab\u202ecd")).toBe("ab\\u202ecd");
    expect(visibleBlock("pay\u200bpal")).toBe("pay\\u200bpal");
    expect(visibleBlock("x\u{e0041}")).toBe("x\\u{e0041}");
    expect(visibleBlock("x\u3164\u2800\u00ad\ufeff")).toBe("x\\u3164\\u2800\\u00ad\\ufeff");
    expect(visibleBlock("x\u{e0101}\ufe0f")).toBe("x\\u{e0101}\\ufe0f");
    expect(visibleBlock("\ud800x")).toBe("\\ud800x");
  });

  test("emoji and scripts that need joiners stay as they are", () => {
    const family = "👩‍👩‍👧 ❤️ 1️⃣ می‌خواهم क्‍ष";
    expect(visibleBlock(family)).toBe(family);
    expect(visibleBlock("pass\u200dword")).toBe("pass\\u200dword");
  });

  test("a block keeps its line breaks, a line does not", () => {
    expect(visibleBlock("a\r\nb\tc\rd\u2028e")).toBe("a\nb    c\\u000dd\\u2028e");
    expect(visibleLine("a\nb")).toBe("a\\u000ab");
  });

  test("a text is cut by characters, not by halves of them", () => {
    expect(shortened("🎈🎈🎈", 2)).toBe("🎈…");
    expect(shortened("ab", 2)).toBe("ab");
  });

  test("a stream cut at any place reads like the whole", () => {
    const text = `a${ESC}[1;31mb${ESC}[0m🎈${ESC}[2Jc\r\nd\u202e`;
    for (let cut = 0; cut <= text.length; cut += 1) {
      const stream = new VisibleStream();
      expect(stream.push(text.slice(0, cut)) + stream.push(text.slice(cut)) + stream.end()).toBe(visibleBlock(text));
    }
  });
});
