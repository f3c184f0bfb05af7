import { describe, expect, test } from "vitest";
import { parseConfig } from "./configuration.js";
import { importServers } from "./import-config.js";

const read = (document: unknown) => importServers(JSON.stringify(document));

describe("pasted configurations of other hosts", () => {
  test("mcpServers with a process and an address become the form's fields [CFG-19]", () => {
    const result = read({
      mcpServers: {
        "File System": { command: "npx", args: ["-y", "server", 7], env: { KEY: "secret", COUNT: 3 }, cwd: "/tmp" },
        web: { url: "https://example.com/mcp", headers: { Authorization: "Bearer secret" }, disabled: true },
      },
    });
    expect(result).toEqual([
      {
        ok: true,
        config: {
          id: "file-system",
          name: "File System",
          enabled: true,
          transport: {
            type: "stdio",
            command: "npx",
            args: ["-y", "server", "7"],
            env: [
              { key: "KEY", value: "secret" },
              { key: "COUNT", value: "3" },
            ],
            envVars: [],
            cwd: "/tmp",
          },
        },
      },
      {
        ok: true,
        config: {
          id: "web",
          name: "web",
          enabled: false,
          transport: {
            type: "http",
            url: "https://example.com/mcp",
            bearerTokenEnv: "",
            headers: [{ key: "Authorization", value: "Bearer secret" }],
            envHeaders: [],
          },
        },
      },
    ]);
    for (const entry of Array.isArray(result) ? result : [])
      if (entry.ok) expect(parseConfig(entry.config).ok).toBe(true);
  });

  test.each([
    ["servers", { servers: { a: { type: "stdio", command: "run" } } }],
    ["mcp.servers", { mcp: { servers: { a: { command: "run" } } } }],
    ["a list", { mcpServers: [{ name: "a", command: "run" }] }],
    ["names without a holder", { a: { command: "run" } }],
  ])("%s is understood too [CFG-19]", (_, document) => {
    expect(read(document)).toMatchObject([{ ok: true, config: { id: "a", transport: { command: "run" } } }]);
  });

  test("one bare server is understood [CFG-19]", () => {
    expect(read({ type: "http", url: "http://127.0.0.1:3000/mcp" })).toMatchObject([
      { ok: true, config: { id: "server" } },
    ]);
  });

  test("an sse entry is refused with its code, its neighbours are not [CFG-19]", () => {
    expect(
      read({ mcpServers: { old: { type: "sse", url: "http://a/" }, new: { url: "http://b/" }, none: {} } }),
    ).toMatchObject([
      { ok: false, name: "old", code: "config-import-unsupported" },
      { ok: true, config: { id: "new" } },
      { ok: false, name: "none", code: "config-invalid" },
    ]);
  });

  test("names that make the same id are told apart", () => {
    const result = read({
      mcpServers: { "My Server": { command: "a" }, "my-server": { command: "b" }, "???": { command: "c" } },
    });
    expect(Array.isArray(result) ? result.map((entry) => (entry.ok ? entry.config.id : "")) : result).toEqual([
      "my-server",
      "my-server-2",
      "server",
    ]);
  });

  test.each(["", "{", "[]", "null", "{}", '{"mcpServers":{}}', '{"a":1}'])("%s is nothing to import", (json) => {
    expect(importServers(json)).toEqual({ code: "config-invalid" });
  });
});
