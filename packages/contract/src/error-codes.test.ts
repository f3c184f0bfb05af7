import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ERROR_CODES, errorBody, errorText } from "./error-codes.js";

const documented = readFileSync(new URL("../../../docs/errors.md", import.meta.url), "utf8");
const codes = Object.entries(ERROR_CODES);

test("every code has one plain sentence, one next step and an HTTP status [ERR-03]", () => {
  for (const [code, { status, sentence, nextStep }] of codes) {
    expect(code).toMatch(/^[a-z][a-z-]*[a-z]$/);
    expect(sentence, code).toMatch(/^[A-Z].*[.]$/);
    expect(nextStep, code).toMatch(/^[A-Z].*[.]$/);
    expect(status, code).toBeGreaterThanOrEqual(400);
    expect(status, code).toBeLessThan(600);
  }
});

test("the page of codes and the table of codes say the same, in both directions [ERR-03]", () => {
  for (const [code, { status, sentence, nextStep }] of codes) {
    expect(documented).toContain(`| \`${code}\` | ${status} | ${sentence} | ${nextStep} |`);
  }
  const onPage = [...documented.matchAll(/^\| `([a-z-]+)` \|/gm)].map((match) => match[1]);
  expect(onPage.sort()).toEqual(codes.map(([code]) => code).sort());
});

test("each case that the documents name has a code of its own [ERR-01]", () => {
  const named = [
    "missing-variable",
    "missing-command",
    "missing-directory",
    "authentication-required",
    "access-rejected",
    "timeout",
    "connection-closed",
    "invalid-catalog",
    "refresh-failed",
    "network-unreachable",
    "config-invalid",
    "storage-error",
  ];
  expect(named.filter((code) => !Object.hasOwn(ERROR_CODES, code))).toEqual([]);
});

test("a malformed file and an invalid configuration are different codes with different statuses [CFG-03, WEB-08]", () => {
  expect(ERROR_CODES["config-file-malformed"].status).toBe(500);
  expect(ERROR_CODES["config-invalid"].status).toBe(400);
  expect(ERROR_CODES["server-unknown"].status).toBe(404);
  expect(ERROR_CODES["server-exists"].status).toBe(409);
  expect(ERROR_CODES["storage-error"].status).toBe(500);
});

test("the body of a failed answer is the code and its fixed sentence [WEB-08]", () => {
  expect(errorBody("server-unknown")).toEqual({
    error: { code: "server-unknown", message: "There is no server with this id." },
  });
});

test("an unknown code still gives a reader a sentence, and no object property passes for a code [ERR-03]", () => {
  expect(errorText("no-such-code")).toEqual(ERROR_CODES["internal-error"]);
  expect(errorText("constructor")).toEqual(ERROR_CODES["internal-error"]);
});
