import type { McpServerConfig } from "@loop/contract";
import { describe, expect, test } from "vitest";
import { readConfigText, writeConfigText } from "./config-file.js";
import { parseConfig } from "./configuration.js";
import { fillSecrets, redactConfig } from "./secrets.js";

const stdio = { id: "one", name: "One", enabled: true, transport: { type: "stdio", command: "run" } };
const http = { id: "two", name: "Two", enabled: true, transport: { type: "http", url: "https://example.com/mcp" } };

function parsed(input: unknown): McpServerConfig {
  const result = parseConfig(input);
  if (!result.ok) throw new Error(result.code);
  return result.config;
}

function codeFor(input: unknown): string | null {
  const result = parseConfig(input);
  return result.ok ? null : result.code;
}

const withStdio = (change: object) => ({ ...stdio, transport: { ...stdio.transport, ...change } });
const withHttp = (change: object) => ({ ...http, transport: { ...http.transport, ...change } });

describe("shapes", () => {
  test("absent lists are empty and absent texts are empty [CFG-05]", () => {
    expect(parsed(stdio).transport).toEqual({ type: "stdio", command: "run", args: [], env: [], envVars: [], cwd: "" });
    expect(parsed(http).transport).toEqual({
      type: "http",
      url: "https://example.com/mcp",
      bearerTokenEnv: "",
      headers: [],
      envHeaders: [],
    });
  });

  test("legacy and unknown fields are dropped [CFG-16]", () => {
    const legacy = { ...stdio, approvalMode: "never", toolPolicies: { a: "allow" }, other: 1 };
    expect(parsed(legacy)).toEqual(parsed(stdio));
  });

  test.each([
    [null, "config-invalid"],
    [[], "config-invalid"],
    [{ ...stdio, enabled: "yes" }, "config-invalid"],
    [{ ...stdio, transport: { type: "sse", url: "http://a/" } }, "config-invalid"],
    [{ ...stdio, transport: undefined }, "config-invalid"],
    [withStdio({ args: "one two" }), "config-invalid"],
    [{ ...stdio, id: "../etc" }, "config-id-invalid"],
    [{ ...stdio, id: "Ünï" }, "config-id-invalid"],
    [{ ...stdio, id: "a/b" }, "config-id-invalid"],
    [{ ...stdio, id: "a".repeat(65) }, "config-id-invalid"],
    [{ ...stdio, id: "" }, "config-id-invalid"],
    [{ ...stdio, id: "__proto__" }, "config-id-invalid"],
    [{ ...stdio, id: "constructor" }, "config-key-reserved"],
    [{ ...stdio, name: " " }, "config-name-empty"],
    [{ ...stdio, name: "a\nb" }, "config-control-character"],
    [{ ...stdio, name: "a\ud800" }, "config-control-character"],
    [{ ...stdio, name: "a".repeat(201) }, "config-field-too-long"],
  ])("%j is refused with its own code [CFG-17]", (input, code) => {
    expect(codeFor(input)).toBe(code);
  });
});

describe("stdio", () => {
  test.each([
    [{ command: "" }, "config-command-empty"],
    [{ command: "a\0b" }, "config-control-character"],
    [{ cwd: "relative/path" }, "config-cwd-relative"],
    [{ cwd: "/a\nb" }, "config-control-character"],
    [{ args: ["a\0"] }, "config-control-character"],
    [{ args: Array.from({ length: 501 }, () => "") }, "config-too-many"],
    [{ args: ["a".repeat(65_537)] }, "config-field-too-long"],
    [{ env: [{ key: "", value: "" }] }, "config-name-empty"],
    [{ env: [{ key: "A B", value: "" }] }, "config-variable-invalid"],
    [{ env: [{ key: "A=B", value: "" }] }, "config-variable-invalid"],
    [{ env: [{ key: "__proto__", value: "" }] }, "config-key-reserved"],
    [{ env: [{ key: "LOOP_MCP_PROCESS", value: "" }] }, "config-key-reserved"],
    [{ env: [{ key: "A", value: "\0" }] }, "config-control-character"],
    [
      {
        env: [
          { key: "A", value: "1" },
          { key: "A", value: "2" },
        ],
      },
      "config-key-duplicate",
    ],
    [{ envVars: ["1A"] }, "config-variable-invalid"],
    [{ envVars: ["A", "A"] }, "config-key-duplicate"],
  ])("%j is refused [CFG-07] [CFG-17]", (change, code) => {
    expect(codeFor(withStdio(change))).toBe(code);
  });

  test("arguments and values may be anything but NUL [CFG-06]", () => {
    const args = ["", " a  b ", '"quoted"', "$HOME", "*", "ünï 🌍", "line\nbreak", "--x=$(id)"];
    const env = [{ key: "KEY", value: "-----BEGIN-----\nline\n" }];
    expect(parsed(withStdio({ args, env, cwd: "/tmp" })).transport).toMatchObject({ args, env, cwd: "/tmp" });
  });
});

describe("http", () => {
  test.each([
    ["", "config-url-invalid"],
    ["example.com/mcp", "config-url-invalid"],
    ["ftp://example.com/", "config-url-invalid"],
    ["http:example.com", "config-url-invalid"],
    ["http://", "config-url-invalid"],
    ["http://exa mple.com/", "config-url-invalid"],
    ["http://example.com/\n", "config-control-character"],
    ["http://user@example.com/", "config-url-credentials"],
    ["http://user:secret@example.com/", "config-url-credentials"],
    ["http://@example.com/", "config-url-credentials"],
    ["http://example.com/#part", "config-url-fragment"],
    ["http://example.com/#", "config-url-fragment"],
    ["http://example.com:6000/mcp", "config-url-port"],
    ["http://127.0.0.1:9/", "config-url-port"],
  ])("the address %j is refused [CFG-09]", (url, code) => {
    expect(codeFor(withHttp({ url }))).toBe(code);
  });

  test.each(["http://localhost:3000/mcp", "HTTPS://Example.com", "http://[::1]:8080/a@b?c=d"])("%s is taken", (url) => {
    expect(parsed(withHttp({ url })).transport).toMatchObject({ url });
  });

  test.each([
    [{ headers: [{ key: "X Y", value: "" }] }, "config-header-invalid"],
    [{ headers: [{ key: "Host", value: "a" }] }, "config-header-invalid"],
    [{ headers: [{ key: "mcp-session-id", value: "a" }] }, "config-header-invalid"],
    [{ headers: [{ key: "X", value: "a\r\nB: c" }] }, "config-control-character"],
    [{ headers: [{ key: "X", value: "schlüssel 🗝" }] }, "config-header-invalid"],
    [{ headers: [{ key: "X", value: "1" }], envHeaders: [{ key: "x", value: "V" }] }, "config-header-duplicate"],
    [
      {
        headers: [
          { key: "X", value: "1" },
          { key: "x", value: "2" },
        ],
      },
      "config-header-duplicate",
    ],
    [{ bearerTokenEnv: "T", headers: [{ key: "authorization", value: "x" }] }, "config-header-conflict"],
    [{ bearerTokenEnv: "T", envHeaders: [{ key: "Authorization", value: "V" }] }, "config-header-conflict"],
    [{ bearerTokenEnv: "not a name" }, "config-variable-invalid"],
    [{ envHeaders: [{ key: "X", value: "1-2" }] }, "config-variable-invalid"],
    [{ envHeaders: [{ key: "X", value: "" }] }, "config-name-empty"],
  ])("%j is refused [CFG-10] [CFG-11]", (change, code) => {
    expect(codeFor(withHttp(change))).toBe(code);
  });
});

describe("the file", () => {
  const file = (servers: unknown, version: unknown = 1) => JSON.stringify({ version, servers });

  test("a version-1 file with valid servers is read and written back alike [CFG-01]", () => {
    const servers = readConfigText(file([stdio, http]));
    expect(servers).toHaveLength(2);
    expect(readConfigText(writeConfigText(servers ?? []))).toEqual(servers);
  });

  test("legacy fields are read over and not written again [CFG-16]", () => {
    const servers = readConfigText(file([{ ...stdio, approvalMode: "ask", toolPolicies: [] }]));
    expect(writeConfigText(servers ?? [])).not.toMatch(/approvalMode|toolPolicies/);
  });

  test("a saved marker never gets into the file", () => {
    const marked = parsed(withStdio({ env: [{ key: "A", value: "1", saved: true }] }));
    expect(writeConfigText([marked])).not.toContain("saved");
  });

  test.each([
    ["", "empty"],
    ["{", "broken"],
    ["[]", "a list"],
    ["null", "null"],
    [file([], 2), "another version"],
    [file([], "1"), "a version as text"],
    [file({}), "servers that are no list"],
    [file([stdio, stdio]), "the same id twice"],
    [file([{ ...stdio, name: "" }]), "an invalid server"],
    [file([stdio, { id: "x" }]), "one incomplete server"],
  ])("%s is malformed: %s [CFG-03]", (text) => {
    expect(readConfigText(text)).toBeNull();
  });
});

describe("secrets", () => {
  const stored = parsed(
    withStdio({
      args: ["a"],
      env: [
        { key: "KEY", value: "secret" },
        { key: "B", value: "b" },
      ],
    }),
  );
  const storedHttp = parsed(withHttp({ headers: [{ key: "X-Key", value: "secret" }] }));
  const kept = (change: object) => parsed({ ...stored, transport: { ...redactConfig(stored).transport, ...change } });

  test("what is given out has empty values and a marker [CFG-13]", () => {
    expect(redactConfig(stored).transport).toMatchObject({
      args: ["a"],
      env: [
        { key: "KEY", value: "", saved: true },
        { key: "B", value: "", saved: true },
      ],
    });
    expect(JSON.stringify(redactConfig(storedHttp))).not.toContain("secret");
  });

  test("marked rows keep their value, others replace it, missing ones are gone [CFG-14]", () => {
    const env = [
      { key: "KEY", value: "", saved: true },
      { key: "C", value: "new" },
    ];
    expect(fillSecrets(kept({ env }), stored)).toMatchObject({
      ok: true,
      config: {
        transport: {
          env: [
            { key: "KEY", value: "secret" },
            { key: "C", value: "new" },
          ],
        },
      },
    });
    const replaced = kept({ env: [{ key: "KEY", value: "other", saved: true }] });
    expect(fillSecrets(replaced, stored)).toMatchObject({
      config: { transport: { env: [{ key: "KEY", value: "other" }] } },
    });
  });

  test("a marker on a new server, a renamed key or another transport has nothing to keep [CFG-14]", () => {
    const unknown = { ok: false, code: "config-secret-unknown" };
    expect(fillSecrets(kept({}), null)).toEqual(unknown);
    expect(fillSecrets(kept({ env: [{ key: "OTHER", value: "", saved: true }] }), stored)).toEqual(unknown);
    const switched = parsed(withHttp({ headers: [{ key: "KEY", value: "", saved: true }] }));
    expect(fillSecrets(switched, stored)).toEqual(unknown);
  });

  test("a header keeps its value when only capital letters of its name changed; a variable does not [CFG-14]", () => {
    const renamed = parsed(withHttp({ headers: [{ key: "x-KEY", value: "", saved: true }] }));
    expect(fillSecrets(renamed, storedHttp)).toMatchObject({
      ok: true,
      config: { transport: { headers: [{ key: "x-KEY", value: "secret" }] } },
    });
    expect(fillSecrets(kept({ env: [{ key: "key", value: "", saved: true }] }), stored)).toEqual({
      ok: false,
      code: "config-secret-unknown",
    });
  });

  test.each([{ command: "other" }, { args: ["b"] }, { args: [] }, { cwd: "/tmp" }])(
    "a change of %j asks for kept secrets again [CFG-15]",
    (change) => {
      expect(fillSecrets(kept(change), stored)).toEqual({ ok: false, code: "config-secret-reentry" });
    },
  );

  test.each([
    "https://example.org/mcp",
    "https://EXAMPLE.com/mcp",
    "https://example.com:443/mcp",
    "https://example.com/mcp/",
  ])("the address %s asks for kept headers again [CFG-15]", (url) => {
    const changed = parsed({ ...storedHttp, transport: { ...redactConfig(storedHttp).transport, url } });
    expect(fillSecrets(changed, storedHttp)).toEqual({ ok: false, code: "config-secret-reentry" });
  });

  test("names and variables may change beside kept secrets", () => {
    expect(fillSecrets({ ...kept({ envVars: ["HOME"] }), name: "Other" }, stored)).toMatchObject({ ok: true });
  });
});
