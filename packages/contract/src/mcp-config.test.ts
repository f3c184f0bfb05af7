import { expect, test } from "vitest";
import * as z from "zod/mini";
import { McpConfigFile, McpServerConfig } from "./mcp-config.js";

test("absent lists read as empty and absent strings as empty [CFG-05]", () => {
  expect(
    z.parse(McpServerConfig, { id: "a", name: "A", enabled: true, transport: { type: "stdio", command: "x" } }),
  ).toEqual({
    id: "a",
    name: "A",
    enabled: true,
    transport: { type: "stdio", command: "x", args: [], env: [], envVars: [], cwd: "" },
  });
  expect(
    z.parse(McpServerConfig, { id: "a", name: "A", enabled: false, transport: { type: "http", url: "http://x/" } })
      .transport,
  ).toEqual({ type: "http", url: "http://x/", bearerTokenEnv: "", headers: [], envHeaders: [] });
});

test("legacy permission fields are not part of a configuration [CFG-16]", () => {
  const read = z.parse(McpServerConfig, {
    id: "a",
    name: "A",
    enabled: true,
    approvalMode: "never",
    toolPolicies: { x: "allow" },
    transport: { type: "stdio", command: "x" },
  });
  expect(Object.keys(read).sort()).toEqual(["enabled", "id", "name", "transport"]);
});

test("another version or an unknown transport is not a configuration file [CFG-01, CFG-04]", () => {
  expect(z.safeParse(McpConfigFile, { version: 2, servers: [] }).success).toBe(false);
  const sse = { id: "a", name: "A", enabled: true, transport: { type: "sse", url: "http://x/" } };
  expect(z.safeParse(McpConfigFile, { version: 1, servers: [sse] }).success).toBe(false);
  expect(z.safeParse(McpConfigFile, { version: 1, servers: [] }).success).toBe(true);
});
