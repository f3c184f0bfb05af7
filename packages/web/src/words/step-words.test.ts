import type { StepEntry, StepStatus } from "@loop/contract";
import { expect, test } from "vitest";
import { beadsLabel, durationText, nestedWord, stepWords } from "./step-words.js";

const step = (more: Partial<StepEntry>): StepEntry => ({
  kind: "step",
  callId: "1",
  turnId: "t",
  at: "",
  tool: { serverId: "s", toolName: "n", modelName: "m", label: "l" },
  status: "ok",
  ...more,
});

test("every status has a shape of its own", () => {
  const statuses: readonly StepStatus[] = [
    "asking",
    "running",
    "ok",
    "failed",
    "denied",
    "expired",
    "cancelled",
    "unreachable",
    "interrupted",
  ];
  const shapes = statuses.map((status) => stepWords(step({ status })).shape);
  expect(new Set(shapes).size).toBe(statuses.length);
});

test("allowed always says by what", () => {
  expect(stepWords(step({ allowedBy: "person" })).word).toBe("Allowed once");
  expect(stepWords(step({ allowedBy: "session-grant" })).word).toBe("Allowed this session");
  expect(stepWords(step({ allowedBy: "full-access" })).word).toBe("Allowed, full access");
});

test("a step that was not sent says so, and so does one that may have taken effect [PER-14]", () => {
  expect(stepWords(step({ status: "denied" })).word).toBe("Denied, nothing sent");
  expect(stepWords(step({ status: "expired" })).word).toBe("Expired, nothing sent");
  expect(stepWords(step({ status: "cancelled" })).word).toBe("Cancelled, nothing sent");
  expect(stepWords(step({ status: "cancelled", allowedBy: "person", mayHaveTakenEffect: true })).word).toBe(
    "Cancelled, may have taken effect",
  );
  expect(stepWords(step({ status: "failed", code: "arguments-invalid" })).word).toBe("Failed, nothing sent");
  expect(stepWords(step({ status: "interrupted", allowedBy: "person" })).word).toBe(
    "Interrupted, may have taken effect",
  );
  expect(stepWords(step({ status: "interrupted" })).word).toBe("Interrupted, nothing sent");
});

test("a script claims nothing that its calls do not bear out [CM-08] [PER-14]", () => {
  const call = { serverId: "s", toolName: "n", label: "l", status: "ok" as const };
  const script = (status: StepStatus, calls: StepEntry["calls"]) =>
    stepWords(step({ tool: "codemode", status, ...(calls === undefined ? {} : { calls }) })).word;
  expect(script("cancelled", undefined)).toBe("Cancelled, nothing sent");
  expect(script("cancelled", [{ ...call, status: "denied" }])).toBe("Cancelled, nothing sent");
  expect(script("cancelled", [{ ...call, allowedBy: "person" }])).toBe("Cancelled");
  const cut = { ...call, status: "cancelled" as const, allowedBy: "person" as const, mayHaveTakenEffect: true };
  expect(script("cancelled", [cut])).toBe("Cancelled, may have taken effect");
  expect(nestedWord(cut)).toBe("Cancelled, may have taken effect");
  expect(nestedWord({ ...call, allowedBy: "session-grant" })).toBe("Allowed this session");
  expect(nestedWord({ ...call, status: "cancelled" })).toBe("Cancelled, nothing sent");
});

test("a question withdrawn with its server reads as revoked", () => {
  expect(stepWords(step({ status: "cancelled", code: "catalog-changed" }))).toEqual({
    shape: "revoked",
    word: "Revoked, nothing sent",
  });
});

test("a script's calls and times are said in words", () => {
  expect(beadsLabel(["ok", "ok", "denied"])).toBe("2 allowed, 1 denied");
  expect([12, 940, 6800, 125_000].map(durationText)).toEqual(["12 ms", "0.9 s", "6.8 s", "2 min"]);
});

test("a step of memory says what came of it, and a refusal that nothing was remembered [MEM-01] [TML-01]", () => {
  const own = (builtin: string, more: Partial<StepEntry> = {}) => stepWords(step({ tool: { builtin }, ...more }));
  expect(own("memory_search")).toEqual({ shape: "builtin", word: "Memory read" });
  expect(own("memory_write")).toEqual({ shape: "builtin", word: "Remembered" });
  expect(own("memory_write", { status: "denied", code: "memory-closed" })).toEqual({
    shape: "denied",
    word: "Refused, nothing remembered",
  });
  expect(own("memory_write", { status: "failed", code: "memory-full" }).word).toBe("Failed, nothing done");
  expect(own("memory_write", { status: "cancelled", mayHaveTakenEffect: true }).word).toBe(
    "Cancelled, may have taken effect",
  );
  expect(own("memory_search", { status: "interrupted" }).word).toBe("Interrupted");
});

test("a step of Loop's own claims neither a yes nobody gave nor that nothing was done [PER-09] [PER-14]", () => {
  const own = (builtin: string, more: Partial<StepEntry>) => stepWords(step({ tool: { builtin }, ...more })).word;
  expect(stepWords(step({ tool: { builtin: "read_file" } }))).toEqual({ shape: "builtin", word: "Done, not asked" });
  expect(own("run_command", { allowedBy: "person" })).toBe("Allowed once");
  expect(own("write_file", { status: "denied", code: "workspace-read-only" })).toBe("Denied, nothing done");
  expect(own("run_command", { status: "interrupted" })).toBe("Interrupted, may have taken effect");
  expect(own("read_file", { status: "interrupted" })).toBe("Interrupted");
  expect(own("run_command", { status: "cancelled", mayHaveTakenEffect: true })).toBe(
    "Cancelled, may have taken effect",
  );
});
