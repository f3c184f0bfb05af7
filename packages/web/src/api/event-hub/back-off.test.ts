import { expect, test } from "vitest";
import { backOffMs } from "./back-off.js";

test("waiting grows, is spread, and never passes two seconds", () => {
  expect(backOffMs(1, 0)).toBe(100);
  expect(backOffMs(1, 0.999)).toBe(200);
  expect(backOffMs(2, 0)).toBe(200);
  expect(backOffMs(20, 0.999)).toBeLessThanOrEqual(800);
  for (const failures of [4, 5, 50, 5000]) expect(backOffMs(failures, 0.999)).toBeLessThanOrEqual(2000);
});
