import type { AccountServerView } from "@loop/contract";
import { expect, test } from "vitest";
import { accountServerWords, explainAccountServer, toolsOn } from "./account-server-words.js";
import { CAP } from "./tools-words.js";

const view = (more: Partial<AccountServerView> = {}): AccountServerView => ({
  id: "s1",
  label: "Home hub",
  slug: "home_hub",
  url: "https://hub.example/mcp",
  hasToken: false,
  enabled: true,
  suspended: false,
  toolCount: 118,
  groups: [
    { name: "home-assistant", enabled: true, toolCount: 88 },
    { name: "", enabled: true, toolCount: 30 },
  ],
  catalogAt: "2026-11-30T09:41:00Z",
  ...more,
});

test("a server that is on says how many of its tools are [SRV-04] [GRP-01]", () => {
  expect(accountServerWords(view())).toEqual({ shape: "ready", word: "On, 118 tools", why: null });
  const some = view({
    groups: [
      { name: "home-assistant", enabled: false, toolCount: 88 },
      { name: "", enabled: true, toolCount: 30 },
    ],
  });
  expect(accountServerWords(some).word).toBe("On, 30 of 118 tools");
  expect(toolsOn(some)).toBe(30);
  expect(accountServerWords(view({ toolCount: 0, groups: [] })).word).toBe("On, offers no tools");
});

test("a suspension says that the owner's switch changes nothing, whichever way it stands [ADM-02]", () => {
  for (const enabled of [true, false]) {
    const { shape, why } = accountServerWords(view({ suspended: true, enabled }));
    expect(shape).toBe("suspended");
    expect(why?.sentence).toContain("changes nothing until that is lifted");
  }
});

test("an origin no longer allowed and a token that cannot be read are told apart, and both say what to do", () => {
  const origin = accountServerWords(view({ code: "origin-not-allowed" }));
  const token = accountServerWords(view({ code: "server-token-unreadable" }));
  expect([origin.shape, token.shape]).toEqual(["unreachable", "error"]);
  for (const { why } of [origin, token]) expect(why?.nextStep).not.toBe("");
});

test("switched off by its owner is no trouble", () => {
  expect(accountServerWords(view({ enabled: false, code: "origin-not-allowed" }))).toEqual({
    shape: "disabled",
    word: "Off",
    why: null,
  });
});

test("no next step speaks of Retry or of variables, which an account does not have", () => {
  for (const code of ["authentication-required", "timeout", "not-mcp", "certificate-invalid", "not-found"]) {
    expect(explainAccountServer(code).nextStep, code).not.toMatch(/Retry|variable/);
  }
});

test("the count beside the cap says which way it is off [CAP-01] [CAP-02]", () => {
  expect(CAP.now(118, 200)).toBe("118 tools are on now, 82 below the cap");
  expect(CAP.now(1, 200)).toBe("1 tool is on now, 199 below the cap");
  expect(CAP.now(230, 200)).toBe("230 tools are on now, 30 beyond the cap");
});
