import type { AccountServerView } from "@loop/contract";
import { expect, test } from "vitest";
import {
  accountServerForm,
  accountServerProblems,
  addBody,
  fieldOfRefusal,
  needsTokenAgain,
  updateBody,
} from "./account-server-form-state.js";

const saved: AccountServerView = {
  id: "s1",
  label: "Home hub",
  slug: "home_hub",
  url: "https://hub.example/mcp",
  hasToken: true,
  enabled: true,
  suspended: false,
  toolCount: 3,
  groups: [{ name: "", enabled: true, toolCount: 3 }],
  catalogAt: "2026-11-30T09:41:00Z",
};

test("a new server needs a label and an HTTP address; an empty token counts as none [SRV-02] [SRV-03]", () => {
  const form = accountServerForm(null);
  expect(Object.keys(accountServerProblems(form, null))).toEqual(["label", "url"]);
  for (const url of ["npx server", "stdio://x", "file:///etc/passwd", "hub.example"]) {
    expect(accountServerProblems({ ...form, label: "x", url }, null).url, url).toContain("https://");
  }
  const filled = { ...form, label: " Hub ", url: " https://hub.example " };
  expect(accountServerProblems(filled, null)).toEqual({});
  expect(addBody(filled)).toEqual({ label: "Hub", url: "https://hub.example" });
  expect(addBody({ ...filled, token: "t" })).toEqual({ label: "Hub", url: "https://hub.example", token: "t" });
});

test("a changed address wants the token again, or its removal [SRV-07]", () => {
  const form = accountServerForm(saved);
  expect(needsTokenAgain(form, saved)).toBe(false);
  const moved = { ...form, url: "https://other.example/mcp" };
  expect(accountServerProblems(moved, saved).token).toContain("needed again");
  expect(accountServerProblems({ ...moved, tokenChoice: "removed" }, saved)).toEqual({});
  expect(updateBody({ ...moved, tokenChoice: "removed" }, saved)).toEqual({ url: moved.url, token: null });
  expect(updateBody({ ...moved, tokenChoice: "typed", token: "new" }, saved)).toEqual({ url: moved.url, token: "new" });
});

test("a server without a token says so when its address changes [SRV-07]", () => {
  const bare = { ...saved, hasToken: false };
  const moved = { ...accountServerForm(bare), url: "https://other.example/mcp" };
  expect(accountServerProblems(moved, bare)).toEqual({});
  expect(updateBody(moved, bare)).toEqual({ url: moved.url, token: null });
});

test("a save sends only what changed, so that the saved token stays [SRV-05]", () => {
  const form = accountServerForm(saved);
  expect(updateBody(form, saved)).toEqual({});
  expect(updateBody({ ...form, label: "Hub" }, saved)).toEqual({ label: "Hub" });
  expect(updateBody({ ...form, tokenChoice: "typed", token: "" }, saved)).toEqual({ token: null });
});

test("a refusal is shown beside the field it is about", () => {
  expect(fieldOfRefusal("address-not-public")).toBe("url");
  expect(fieldOfRefusal("authentication-required")).toBe("token");
  expect(fieldOfRefusal("servers-not-allowed")).toBeNull();
  expect(fieldOfRefusal(null)).toBeNull();
});
