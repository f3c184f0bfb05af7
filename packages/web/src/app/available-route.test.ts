import { expect, test } from "vitest";
import { capabilitiesOf } from "../state/capabilities.js";
import { availableRoute } from "./available-route.js";
import { routeOf } from "./routes.js";

const personal = capabilitiesOf({ mode: "personal" });
const shared = capabilitiesOf({ mode: "shared" });
const at = (path: string, has: typeof personal) => availableRoute(routeOf(path), has).screen;

test("settings begin with the servers there are", () => {
  expect(at("/settings", personal)).toBe("servers");
  expect(at("/settings", shared)).toBe("account-tools");
});

test("the pages of one mode are nothing in the other [SEC-03]", () => {
  for (const path of ["/settings/mcps", "/settings/mcps/add", "/settings/mcps/a/tools", "/settings/paste"]) {
    expect(at(path, personal), path).not.toBe("not-found");
    expect(at(path, shared), path).toBe("not-found");
  }
  for (const path of [
    "/settings/tools",
    "/settings/tools/add",
    "/settings/account",
    "/settings/admin/servers",
    "/settings/personas",
    "/settings/personas/p",
    "/settings/prompts",
  ]) {
    expect(at(path, shared), path).not.toBe("not-found");
    expect(at(path, personal), path).toBe("not-found");
  }
});

test("conversations, usage and general settings are everywhere", () => {
  for (const path of ["/", "/c/x", "/run", "/settings/general", "/settings/usage"]) {
    expect(at(path, personal), path).toBe(at(path, shared));
  }
});

test("set-up and registration lead home whoever is signed in", () => {
  expect(at("/setup", shared)).toBe("home");
  expect(at("/register", shared)).toBe("home");
  expect(at("/setup", personal)).toBe("not-found");
});
