import { expect, test } from "vitest";
import { routeOf } from "./routes.js";

test("every address of the app names its screen", () => {
  expect(routeOf("/")).toEqual({ screen: "home" });
  expect(routeOf("/c/a%2Fb")).toEqual({ screen: "chat", id: "a/b" });
  expect(routeOf("/settings/mcps")).toEqual({ screen: "servers" });
  expect(routeOf("/settings")).toEqual({ screen: "servers" });
  expect(routeOf("/settings/mcps/add")).toEqual({ screen: "add-server" });
  expect(routeOf("/settings/mcps/github")).toEqual({ screen: "edit-server", id: "github" });
  expect(routeOf("/settings/mcps/github/tools")).toEqual({ screen: "tools", id: "github" });
  expect(routeOf("/settings/model")).toEqual({ screen: "model" });
  expect(routeOf("/settings/general")).toEqual({ screen: "general" });
  expect(routeOf("/settings/paste")).toEqual({ screen: "paste-servers" });
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
    "/%E0%A4%A",
    "/x",
  ]) {
    expect(routeOf(path), path).toEqual({ screen: "not-found" });
  }
});
