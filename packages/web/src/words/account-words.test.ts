import { expect, test } from "vitest";
import { momentText } from "./account-words.js";

test("a time that is none is shown as it is", () => {
  expect(momentText("soon")).toBe("soon");
  expect(momentText("2026-11-30T09:41:00Z")).toContain("2026");
});
