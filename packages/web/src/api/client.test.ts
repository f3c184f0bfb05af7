import { expect, test } from "vitest";
import { fillPath } from "./client.js";

test("a parameter can never change which route is meant", () => {
  expect(fillPath("/api/settings/mcp/:id/retry", { id: "a/../b?c#d" })).toBe(
    "/api/settings/mcp/a%2F..%2Fb%3Fc%23d/retry",
  );
  expect(fillPath("/api/conversations/:id/grants/:grantId", { id: "1", grantId: "2" })).toBe(
    "/api/conversations/1/grants/2",
  );
});
