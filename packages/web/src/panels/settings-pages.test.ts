import { expect, test } from "vitest";
import { settingsPages } from "./settings-pages.js";

const computer = {
  serversOf: "computer",
  choosesModel: true,
  countsUsage: true,
  hasPersonas: false,
  changesPrompts: false,
} as const;
const account = {
  serversOf: "account",
  choosesModel: false,
  countsUsage: true,
  hasPersonas: true,
  changesPrompts: true,
} as const;

const words = (scope: Parameters<typeof settingsPages>[0]) =>
  settingsPages(scope).map((group) => [group.title, group.pages.map((page) => page.word)]);

test("one person's computer has its five pages", () => {
  expect(words({ ...computer, role: null })).toEqual([
    ["Settings", ["Integrations", "Models", "Permissions", "Usage", "General"]],
  ]);
});

test("an account has its own pages, and only an administrator those of the instance [SRV-01] [ADM-01]", () => {
  const own = ["Your account", ["Tools", "Personas", "Prompts", "Usage", "Account", "General"]];
  expect(words({ ...account, role: "member" })).toEqual([own]);
  expect(words({ ...account, role: null })).toEqual([own]);
  expect(words({ ...account, role: "administrator" })).toEqual([
    own,
    ["Administration", ["MCP servers", "Accounts", "Registration"]],
  ]);
});
