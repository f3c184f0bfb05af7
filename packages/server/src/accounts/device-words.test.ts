import { expect, test } from "vitest";
import { deviceWords } from "./device-words.js";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"],
  ["Chrome on Windows", `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36`],
  ["Edge on Windows", `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`],
  ["Chrome on Android", `Mozilla/5.0 (Linux; Android 14) ${webkit} Chrome/126.0.0.0 Mobile Safari/537.36`],
  ["Safari on macOS", "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1 Version/17.5 Safari/605.1"],
  [
    "Safari on iPhone",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1",
  ],
  ["Chrome on iPhone", "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) CriOS/126.0 Mobile Safari/604.1"],
  ["curl/8.5.0", "curl/8.5.0"],
  ["Unknown", ""],
  ["Unknown", "\u0001\u0002ÿ"],
])("a browser is called %s", (words, userAgent) => {
  expect(deviceWords(userAgent)).toBe(words);
});

test("what a client makes up is cut short", () => {
  expect(deviceWords("x".repeat(200))).toHaveLength(60);
});
