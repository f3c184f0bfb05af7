import { expect, test } from "vitest";
import { routeOf } from "./routes.js";

test("every address of the app names its screen", () => {
  expect(routeOf("/")).toEqual({ screen: "home" });
  expect(routeOf("/c/a%2Fb")).toEqual({ screen: "chat", id: "a/b" });
  expect(routeOf("/settings/mcps")).toEqual({ screen: "servers" });
  expect(routeOf("/settings")).toEqual({ screen: "settings" });
  expect(routeOf("/settings/mcps/add")).toEqual({ screen: "add-server" });
  expect(routeOf("/settings/mcps/github")).toEqual({ screen: "edit-server", id: "github" });
  expect(routeOf("/settings/mcps/github/tools")).toEqual({ screen: "tools", id: "github" });
  expect(routeOf("/settings/models")).toEqual({ screen: "model" });
  expect(routeOf("/settings/model")).toEqual({ screen: "model" });
  expect(routeOf("/settings/permissions")).toEqual({ screen: "permissions" });
  expect(routeOf("/settings/usage")).toEqual({ screen: "usage" });
  expect(routeOf("/settings/general")).toEqual({ screen: "general" });
  expect(routeOf("/settings/paste")).toEqual({ screen: "paste-servers" });
});

test("an account's settings and those of the instance have addresses of their own [SRV-01] [ADM-01]", () => {
  expect(routeOf("/settings/tools")).toEqual({ screen: "account-tools" });
  expect(routeOf("/settings/tools/add")).toEqual({ screen: "add-account-server" });
  expect(routeOf("/settings/tools/s1")).toEqual({ screen: "edit-account-server", id: "s1" });
  expect(routeOf("/settings/tools/s1/tools")).toEqual({ screen: "account-server-tools", id: "s1" });
  expect(routeOf("/settings/personas")).toEqual({ screen: "personas" });
  expect(routeOf("/settings/personas/add")).toEqual({ screen: "add-persona" });
  expect(routeOf("/settings/personas/p1")).toEqual({ screen: "persona", id: "p1" });
  expect(routeOf("/settings/prompts")).toEqual({ screen: "prompts" });
  expect(routeOf("/settings/account")).toEqual({ screen: "account" });
  expect(routeOf("/settings/admin/servers")).toEqual({ screen: "admin-servers" });
  expect(routeOf("/settings/admin/accounts")).toEqual({ screen: "admin-accounts" });
  expect(routeOf("/settings/admin/registration")).toEqual({ screen: "admin-registration" });
});

test("a set-up code and an invite are read off the address", () => {
  expect(routeOf("/setup", "?code=a%2Bb")).toEqual({ screen: "setup", code: "a+b" });
  expect(routeOf("/setup")).toEqual({ screen: "setup", code: null });
  expect(routeOf("/register", "?invite=x")).toEqual({ screen: "register", invite: "x" });
});

test("running by hand carries its target in the query", () => {
  expect(routeOf("/run", "?server=a&tool=b")).toEqual({ screen: "run", conversation: null, server: "a", tool: "b" });
  expect(routeOf("/run", "?conversation=c")).toEqual({ screen: "run", conversation: "c", server: null, tool: null });
});

test("a server called add can still be reached by its tools", () => {
  expect(routeOf("/settings/mcps/add/tools")).toEqual({ screen: "tools", id: "add" });
});

test("anything else is nothing, a broken escape included", () => {
  for (const path of [
    "/c",
    "/c/a/b",
    "/settings/mcps/a/b",
    "/settings/mcps/a/tools/c",
    "/settings/x",
    "/settings/general/x",
    "/settings/account/x",
    "/settings/tools/a/b",
    "/settings/personas/a/b",
    "/settings/prompts/x",
    "/settings/admin",
    "/settings/admin/x",
    "/settings/admin/servers/x",
    "/setup/x",
    "/%E0%A4%A",
    "/x",
  ]) {
    expect(routeOf(path), path).toEqual({ screen: "not-found" });
  }
});
