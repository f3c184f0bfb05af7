import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAllowedOrigins } from "./allowed-origins.js";
import { readAddress } from "./url-rules.js";

function originsOf(value: string | undefined): readonly string[] | null | string {
  const reading = readAllowedOrigins(value);
  if (!reading.ok) return reading.problem;
  return reading.origins === null ? null : [...reading.origins];
}

describe("MCP_ALLOWED_ORIGINS", () => {
  test("absent is no list, empty is a list of nothing [NET-02]", () => {
    expect(originsOf(undefined)).toBeNull();
    expect(originsOf("")).toEqual([]);
    expect(originsOf("  ")).toEqual([]);
  });

  test.each([
    ["http://localhost:3000", ["http://localhost:3000"]],
    ["http://localhost:3000/", ["http://localhost:3000"]],
    [" HTTP://Hub.Lan:80 , https://a.example:443/ ", ["http://hub.lan", "https://a.example"]],
    ["http://a:8000,http://a:8000/", ["http://a:8000"]],
    ["http://[::1]:8080", ["http://[::1]:8080"]],
    ["http://192.168.1.20:3000,https://bücher.example", ["http://192.168.1.20:3000", "https://xn--bcher-kva.example"]],
  ])("%s is understood [NET-02]", (value, origins) => expect(originsOf(value)).toEqual(origins));

  test.each([
    [",", "entry 1 is empty"],
    ["http://a,", "entry 2 is empty"],
    ["http://a,,http://b", "entry 2 is empty"],
    ["localhost:3000", "entry 1 does not begin with http:// or https://"],
    ["*", "entry 1 does not begin with http:// or https://"],
    ["http:localhost", "entry 1 does not begin with http:// or https://"],
    ["ftp://a", "entry 1 does not begin with http:// or https://"],
    ["ws://a", "entry 1 does not begin with http:// or https://"],
    ["http://a,https://*.example", "entry 2 holds a wildcard"],
    ["http://user:hunter2@a", "entry 1 holds a user name or a password"],
    ["http://@a", "entry 1 holds a user name or a password"],
    ["http://a/mcp", "entry 1 has a path"],
    ["http://a//", "entry 1 has a path"],
    ["http://a/.", "entry 1 has a path"],
    ["http://a\\b", "entry 1 has a path"],
    ["http:///a", "entry 1 has a path"],
    ["http://a/?", "entry 1 has a query"],
    ["http://a?x", "entry 1 has a query"],
    ["http://a#", "entry 1 has a part after #"],
    ["http://a b", "entry 1 holds a blank or a control character"],
    ["http://a\u200b.example", "entry 1 holds a blank or a control character"],
    ["http://a:22", "entry 1 has a port that HTTP can never reach"],
    ["http://a:6000/", "entry 1 has a port that HTTP can never reach"],
    ["http://a:0", "entry 1 has a port that HTTP can never reach"],
    ["http://a:65536", "entry 1 is not an address"],
    ["http://300.1.1.1", "entry 1 is not an address"],
    ["http://", "entry 1 is not an address"],
    ["http://a;http://b", "entry 1 has a path"],
    ["http://a http://b", "entry 1 holds a blank or a control character"],
  ])("%s refuses to start, and says which entry without its text [NET-02]", (value, problem) => {
    expect(originsOf(value)).toBe(problem);
  });

  const scheme = fc.constantFrom("http", "https", "HTTP", "Https");
  const host = fc.oneof(
    fc.stringMatching(/^[a-z][a-z0-9]{0,8}(\.[a-z]{2,6}){0,2}$/),
    fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 0, max: 255 }))).map((bytes) => bytes.join(".")),
    fc.constantFrom("[::1]", "[fd00::5]", "LOCALHOST"),
  );
  const port = fc.constantFrom("", ":80", ":443", ":3000", ":8080", ":65535");
  const origin = fc.tuple(scheme, host, port).map(([first, second, third]) => `${first}://${second}${third}`);

  test("an address can be reached exactly when its origin is one of the entries [NET-02]", () => {
    fc.assert(
      fc.property(fc.array(origin, { maxLength: 5 }), origin, (entries, target) => {
        const reading = readAllowedOrigins(entries.join(","));
        if (!reading.ok || reading.origins === null) throw new Error("a right list was refused");
        const isListed = entries.some((entry) => new URL(entry).origin === new URL(target).origin);
        const address = readAddress(`${target}/mcp?x=1`, reading.origins);
        expect(address.ok ? "ok" : address.code).toBe(isListed ? "ok" : "origin-not-allowed");
      }),
      { numRuns: 500 },
    );
  });

  test("no text makes the reader throw, and what it accepts are origins only [NET-02]", () => {
    const part = fc.oneof(origin, fc.string(), fc.constantFrom("/", "@", "#", "?", "*", "\\", "http://", " "));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.constantFrom("", ","), (parts, between) => {
        const reading = readAllowedOrigins(parts.join(between));
        if (!reading.ok) {
          expect(reading.problem).toMatch(/^entry \d+ [a-zA-Z #/:]+$/);
          return;
        }
        for (const entry of reading.origins ?? []) expect(new URL(entry).origin).toBe(entry);
      }),
      { numRuns: 2_000 },
    );
  });
});
