import type { AccountServerView, ToolGroup } from "@loop/contract";
import { expect, test } from "vitest";
import { largestGroup } from "./largest-group.js";

const server = (label: string, groups: readonly ToolGroup[], more: Partial<AccountServerView> = {}) => ({
  id: label,
  label,
  slug: label,
  url: "https://x.example",
  hasToken: false,
  enabled: true,
  suspended: false,
  toolCount: 0,
  groups: [...groups],
  catalogAt: "",
  ...more,
});
const group = (name: string, toolCount: number, enabled = true): ToolGroup => ({ name, enabled, toolCount });

test("the warning points to the one group that would take most away [CAP-01]", () => {
  const servers = [
    server("Hub", [group("mail", 23), group("home-assistant", 88), group("", 100)]),
    server("Other", [group("wiki", 40)]),
  ];
  expect(largestGroup(servers)).toEqual({ group: "home-assistant", label: "Hub", toolCount: 88 });
});

test("what is off already is no advice, and neither is a group without a name", () => {
  expect(largestGroup([server("Hub", [group("mail", 9, false), group("", 100)])])).toBeNull();
  expect(largestGroup([server("Hub", [group("mail", 9)], { enabled: false })])).toBeNull();
  expect(largestGroup([server("Hub", [group("mail", 9)], { suspended: true })])).toBeNull();
});
