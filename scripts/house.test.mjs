import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { explainInstall } from "./install-errors.mjs";
import { nodeComplaint } from "./prepare.mjs";
import { complaintsAbout } from "./sizes.mjs";
import { findParts, needsPart } from "./system-parts.mjs";
import { closingLine, countReport } from "./test-counts.mjs";

const loop = (...args) => {
  const bin = fileURLToPath(new URL("../packages/loop/bin/loop.mjs", import.meta.url));
  const run = spawnSync(process.execPath, [bin, ...args], { encoding: "utf8" });
  return { code: run.status, out: run.stdout, err: run.stderr };
};

test.each(["20.19.0", "20.20.2", "22.12.0", "22.22.0", "24.0.0", "25.1.0"])("Node %s is welcome", (version) => {
  expect(nodeComplaint(version)).toBeNull();
});

test.each(["16.20.0", "18.20.8", "20.18.3", "21.7.0", "22.11.0"])("Node %s gets one plain sentence", (version) => {
  expect(nodeComplaint(version)).toBe(
    `Loop needs Node 20.19, 22.12 or a later version; this is Node ${version}. Install one, then try again.`,
  );
});

describe("the closing line", () => {
  const passing = { status: "passed", fullName: "a passes" };
  const failing = { status: "failed", fullName: "b fails" };
  const skipped = { status: "skipped", fullName: "c waits" };
  const report = (assertionResults, status = "passed") => ({
    numPassedTests: assertionResults.filter((one) => one === passing).length,
    numFailedTests: assertionResults.filter((one) => one === failing).length,
    numPendingTests: assertionResults.filter((one) => one === skipped).length,
    numTodoTests: 0,
    testResults: [{ status, assertionResults }],
  });

  test("adds up several runs", () => {
    const counts = [countReport(report([passing, passing]), 0), countReport(report([passing, failing], "failed"), 1)];
    expect(closingLine(counts)).toBe("3 passed, 1 failed");
  });

  test("names the skipped when there are any", () => {
    const count = countReport(report([passing, skipped]), 0);
    expect(closingLine([count])).toBe("1 passed, 0 failed, 1 skipped");
    expect(count.skippedNames).toEqual(["c waits"]);
  });

  test("counts a file that did not load as a failure", () => {
    expect(closingLine([countReport(report([], "failed"), 1)])).toBe("0 passed, 1 failed");
  });

  test("counts a run that ended badly without a failed test, or without a report, as a failure", () => {
    expect(countReport(report([passing]), 1).failed).toBe(1);
    expect(countReport(null, 1).failed).toBe(1);
  });
});

test("a failed install is explained by its cause, with the next step", () => {
  const say = (output) => explainInstall(output, "install.log");
  expect(say("npm error code ENOSPC")).toBe(
    "Loop could not install its packages. The disk is full. Free some space, then run this again.",
  );
  expect(say("npm error code EAI_AGAIN")).toContain("Check the network connection, then run this again.");
  expect(say("npm error code EUSAGE")).toContain("Run npm install once");
  expect(say("npm error something else")).toContain("install.log");
});

test("a file over its limit and a star re-export are named", () => {
  expect(complaintsAbout("a.ts", "x\n".repeat(300))).toEqual([]);
  expect(complaintsAbout("a.css", "x\n".repeat(301))).toHaveLength(1);
  expect(complaintsAbout("a.test.ts", "x\n".repeat(500))).toEqual([]);
  expect(complaintsAbout("a.test.ts", "x\n".repeat(501))).toHaveLength(1);
  expect(complaintsAbout("a.ts", 'export * from "./b.js";\n')).toEqual([
    "a.ts re-exports with a star: list the names.",
  ]);
});

test("parts of the system that are absent are named, and the present ones handed on", () => {
  const here = { name: "here", needs: "x", variable: "HERE", find: () => "/bin/here" };
  const away = { name: "away", needs: "y", variable: "AWAY", find: () => null };
  const found = findParts([here, away]);
  expect(found.environment).toEqual({ HERE: "/bin/here" });
  expect(found.missing.map((part) => part.name)).toEqual(["away"]);
});

test("a suite is named after the part of the system that it needs", () => {
  expect(needsPart("stores/conformance.postgres.test.ts", "postgres")).toBe(true);
  expect(needsPart("web.browser.e2e.ts", "browser")).toBe(true);
  expect(needsPart("stores/conformance.test.ts", "postgres")).toBe(false);
  expect(needsPart("stores/postgres.test.ts", "postgres")).toBe(false);
});

describe("the command loop", () => {
  test("prints its version", () => {
    expect(loop("--version")).toEqual({ code: 0, out: "0.1.0\n", err: "" });
  });

  test("lists its commands", () => {
    expect(loop("--help").out).toMatch(/^ {2}loop chat +talk in the terminal$/m);
  });

  test("refuses an unknown command in one sentence with code 4", () => {
    expect(loop("frobnicate")).toEqual({
      code: 4,
      out: "",
      err: 'Loop has no command "frobnicate". Run loop --help to see the commands.\n',
    });
  });
});
