import { expect, test } from "vitest";
import { clockTime, dayGroup, momentOf } from "./clock-time.js";

test("times are hours and minutes, nonsense is nothing", () => {
  expect(clockTime(new Date(2026, 10, 30, 9, 5).toISOString())).toBe("09:05");
  expect(clockTime("soon")).toBe("");
  expect(momentOf(new Date(2026, 10, 3, 9, 5).toISOString())).toBe("on 2026-11-03 at 09:05");
  expect(momentOf("soon")).toBe("before");
});

test("conversations are grouped by calendar days", () => {
  const now = new Date(2026, 10, 30, 0, 5).getTime();
  const at = (day: number, hour: number) => dayGroup(new Date(2026, 10, day, hour).toISOString(), now);
  expect(at(30, 0)).toBe("today");
  expect(at(29, 23)).toBe("yesterday");
  expect(at(28, 23)).toBe("week");
  expect(at(20, 12)).toBe("older");
});
