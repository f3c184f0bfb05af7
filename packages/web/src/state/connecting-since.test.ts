import type { McpServerView } from "@loop/contract";
import { expect, test } from "vitest";
import { nextConnectingTimes } from "./connecting-since.js";

const view = (id: string, status: "ready" | "connecting" | "queued"): McpServerView => ({
  config: {
    id,
    name: id,
    enabled: true,
    transport: { type: "stdio", command: "x", args: [], env: [], envVars: [], cwd: "" },
  },
  toolCount: 0,
  status,
});

test("the time of a server that goes on connecting is kept, and its limit is said only where it is known [LIF-03]", () => {
  const first = nextConnectingTimes({}, [view("a", "connecting"), view("b", "queued")], {
    at: 10,
    limits: { a: 120_000 },
  });
  expect(first).toEqual({ a: { at: 10, limitMs: 120_000 } });
  const second = nextConnectingTimes(first, [view("a", "connecting"), view("b", "connecting")], { at: 20, limits: {} });
  expect(second).toEqual({ a: { at: 10, limitMs: 120_000 }, b: { at: 20, limitMs: null } });
  expect(nextConnectingTimes(second, [view("a", "ready"), view("b", "connecting")], { at: 30, limits: {} })).toEqual({
    b: { at: 20, limitMs: null },
  });
});
