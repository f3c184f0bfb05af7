import type { AccountServerView, McpServerView } from "@loop/contract";
import { expect, test } from "vitest";
import { reachOfAccount, reachOfComputer } from "./reach-server.js";

const owned: AccountServerView = {
  id: "s1",
  label: "Home hub",
  slug: "home_hub",
  url: "https://hub.example/mcp",
  hasToken: false,
  enabled: true,
  suspended: false,
  toolCount: 5,
  groups: [
    { name: "mail", enabled: false, toolCount: 2 },
    { name: "", enabled: true, toolCount: 3 },
  ],
  catalogAt: "",
};
const program: McpServerView = {
  config: {
    id: "files",
    name: "Files",
    enabled: true,
    transport: { type: "stdio", command: "npx", args: ["a b"], cwd: "", env: [], envVars: [] },
  },
  status: "ready",
  toolCount: 7,
};

test("a server of an account is in reach with the tools of its groups that are on [GRP-01]", () => {
  expect(reachOfAccount(owned)).toEqual({
    id: "s1",
    name: "Home hub",
    place: { isProgram: false, target: "https://hub.example/mcp" },
    shape: "ready",
    word: "",
    isReady: true,
    isOff: false,
    toolCount: 3,
  });
});

test("a suspended server is shown with its word and offers nothing; one switched off is off [ADM-02] [SRV-06]", () => {
  expect(reachOfAccount({ ...owned, suspended: true })).toMatchObject({
    word: "suspended",
    isReady: false,
    isOff: false,
    toolCount: 0,
  });
  expect(reachOfAccount({ ...owned, enabled: false })).toMatchObject({ isOff: true, toolCount: 0 });
});

test("a program is told apart from an address", () => {
  expect(reachOfComputer(program)).toMatchObject({
    place: { isProgram: true, target: 'npx "a b"' },
    isReady: true,
    toolCount: 7,
  });
});
