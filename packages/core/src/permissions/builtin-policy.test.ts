import type { PermissionPreset } from "@loop/contract";
import { expect, test } from "vitest";
import { type BuiltinDecision, decideBuiltin, type ToolNeeds } from "./builtin-policy.js";
import type { SandboxState } from "./sandbox-state.js";

type Row = readonly [PermissionPreset, ToolNeeds, SandboxState["state"], BuiltinDecision];

const table: readonly Row[] = [
  ["read-only", "read", "enforced", "run"],
  ["read-only", "read", "partial", "run"],
  ["read-only", "read", "none", "run"],
  ["read-only", "write", "enforced", "refuse"],
  ["read-only", "write", "partial", "refuse"],
  ["read-only", "write", "none", "refuse"],
  ["read-only", "command", "enforced", "run"],
  ["read-only", "command", "partial", "ask"],
  ["read-only", "command", "none", "ask"],
  ["workspace-write", "read", "enforced", "run"],
  ["workspace-write", "read", "partial", "run"],
  ["workspace-write", "read", "none", "run"],
  ["workspace-write", "write", "enforced", "run"],
  ["workspace-write", "write", "partial", "run"],
  ["workspace-write", "write", "none", "run"],
  ["workspace-write", "command", "enforced", "run"],
  ["workspace-write", "command", "partial", "ask"],
  ["workspace-write", "command", "none", "ask"],
  ["full-access", "read", "enforced", "run"],
  ["full-access", "read", "partial", "run"],
  ["full-access", "read", "none", "run"],
  ["full-access", "write", "enforced", "run"],
  ["full-access", "write", "partial", "run"],
  ["full-access", "write", "none", "run"],
  ["full-access", "command", "enforced", "run"],
  ["full-access", "command", "partial", "run"],
  ["full-access", "command", "none", "run"],
];

test.each(table)("under %s a tool that needs %s with a sandbox %s: %s [PER-09]", (preset, needs, sandbox, decision) => {
  expect(decideBuiltin(preset, needs, sandbox)).toBe(decision);
});

test("the table names every case once", () => {
  expect(new Set(table.map((row) => row.slice(0, 3).join())).size).toBe(27);
});
