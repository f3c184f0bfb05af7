import { expect, test } from "vitest";
import { deviceName, momentText } from "./account-words.js";

test("a device reads as browser and system, as far as it says them", () => {
  const linux = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
  const phone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1";
  const edge = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0";
  expect([linux, phone, edge, "curl/8.5.0", "", "<b>x</b>"].map(deviceName)).toEqual([
    "Firefox on Linux",
    "Safari on iPhone",
    "Edge on Windows",
    "curl",
    "",
    "",
  ]);
});

test("a time that is none is shown as it is", () => {
  expect(momentText("soon")).toBe("soon");
  expect(momentText("2026-11-30T09:41:00Z")).toContain("2026");
});
