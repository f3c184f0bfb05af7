import { expect, test } from "vitest";
import { countdownAnnouncement, countdownText, settledText, targetOf } from "./card-words.js";

test("the time left is text, coarse while there is plenty", () => {
  expect(countdownText(29.5 * 60_000)).toBe("30 minutes left");
  expect(countdownText(94_000)).toBe("1:34 left");
  expect(countdownText(9_000)).toBe("0:09 left");
  expect(countdownText(0)).toBe("Time is up");
});

test("the time left is read aloud at 60, 30 and 10 seconds only", () => {
  expect(countdownAnnouncement(61_000, 60_000)).toBe("60 seconds left to answer.");
  expect(countdownAnnouncement(60_000, 59_000)).toBeNull();
  expect(countdownAnnouncement(31_000, 29_800)).toBe("30 seconds left to answer.");
  expect(countdownAnnouncement(10_500, 9_500)).toBe("10 seconds left to answer.");
});

test("a question settled elsewhere says how", () => {
  expect(settledText({ decision: "allowed" })).toContain("allowed once");
  expect(settledText({ decision: "denied", reason: "timeout" })).toBe("Nobody answered in time. Nothing was sent.");
  expect(settledText({ decision: "denied", reason: "user" })).toContain("denied");
});

test("a target shows where one argument ends and the next begins", () => {
  const transport = { type: "stdio" as const, command: "npx", args: ["-y", "a b", ""], env: [], envVars: [], cwd: "" };
  expect(targetOf({ id: "a", name: "A", enabled: true, transport })).toBe('npx -y "a b" ""');
});
