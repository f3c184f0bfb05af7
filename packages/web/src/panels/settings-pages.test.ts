import { expect, test } from "vitest";
import { settingsPages } from "./settings-pages.js";

const words = (scope: Parameters<typeof settingsPages>[0]) =>
  settingsPages(scope).map((group) => [group.title, group.pages.map((page) => page.word)]);

test("one person's computer has its five pages", () => {
  expect(words({ serversOf: "computer", choosesModel: true, role: null })).toEqual([
    ["Settings", ["Integrations", "Models", "Permissions", "Usage", "General"]],
  ]);
});

test("an account has its own pages, and only an administrator those of the instance [SRV-01] [ADM-01]", () => {
  const own = ["Your account", ["Tools", "Account", "General"]];
  expect(words({ serversOf: "account", choosesModel: false, role: "member" })).toEqual([own]);
  expect(words({ serversOf: "account", choosesModel: false, role: null })).toEqual([own]);
  expect(words({ serversOf: "account", choosesModel: false, role: "administrator" })).toEqual([
    own,
    ["Administration", ["MCP servers", "Accounts", "Registration"]],
  ]);
});
