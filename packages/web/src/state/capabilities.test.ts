import { expect, test } from "vitest";
import { capabilitiesOf } from "./capabilities.js";

test("before the instance is known nothing is offered", () => {
  expect(Object.values(capabilitiesOf(null)).filter((value) => value === true)).toEqual([]);
});

test("an instance with accounts has the switch, and neither presets nor folders [SWT-01] [SEC-02]", () => {
  expect(capabilitiesOf({ mode: "shared" })).toEqual({
    hasAccounts: true,
    serversOf: "account",
    hasPresets: false,
    hasWorkspace: false,
    hasMcpSwitch: true,
    hasPersonas: true,
    changesPrompts: true,
    choosesModel: false,
    countsUsage: true,
  });
});

test("one person's computer has no switch, as every conversation has its tools [SWT-02]", () => {
  const { hasMcpSwitch, hasAccounts, hasPresets } = capabilitiesOf({ mode: "personal" });
  expect({ hasMcpSwitch, hasAccounts, hasPresets }).toEqual({
    hasMcpSwitch: false,
    hasAccounts: false,
    hasPresets: true,
  });
});
