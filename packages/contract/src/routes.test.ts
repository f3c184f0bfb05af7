import { expect, test } from "vitest";
import type { Route } from "./route.js";
import { ROUTES } from "./routes.js";

const routes: Route[] = Object.values(ROUTES);

test("no two routes share a method and a path", () => {
  const keys = routes.map((route) => `${route.method} ${route.path}`);
  expect(new Set(keys).size).toBe(keys.length);
});

test("the six settings endpoints stand in the table [WEB-01, WEB-02, WEB-03, WEB-04, WEB-05]", () => {
  const settings = routes.filter((route) => route.path.startsWith("/api/settings/mcp"));
  expect(settings.map((route) => `${route.method} ${route.path}`).sort()).toEqual([
    "DELETE /api/settings/mcp/:id",
    "GET /api/settings/mcp",
    "PATCH /api/settings/mcp/:id/enabled",
    "POST /api/settings/mcp",
    "POST /api/settings/mcp/:id/retry",
    "PUT /api/settings/mcp/:id",
  ]);
  expect(settings.every((route) => route.mode === "personal")).toBe(true);
});

test("no route that changes something is a GET, and every JSON reply has a shape", () => {
  for (const route of routes) {
    expect(route.reply, route.path).toBeDefined();
    if (route.method === "GET") expect(route.body, route.path).toBeUndefined();
  }
});
