// Adds up vitest's JSON reports into the closing line.
import { readFileSync } from "node:fs";

/** A run that failed without a failed test (a file that did not load, a crash) counts as one failure. */
export function countReport(report, exitCode) {
  if (!report) return { passed: 0, failed: exitCode === 0 ? 0 : 1, skipped: 0, skippedNames: [] };
  const files = report.testResults ?? [];
  const unloaded = files.filter((file) => file.status === "failed" && file.assertionResults.every(isNotFailed)).length;
  const failed = report.numFailedTests + unloaded;
  const tests = files.flatMap((file) => file.assertionResults);
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    skippedNames: tests
      .filter((test) => test.status === "skipped" || test.status === "pending")
      .map((test) => test.fullName),
  };
}

const isNotFailed = (test) => test.status !== "failed";

export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

export function closingLine(counts) {
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  const skipped = sum("skipped");
  return `${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
