import type { AddressInfo } from "node:net";
import { ROUTES, type Route, type RouteName } from "@loop/contract";
import { expect, onTestFinished, test } from "vitest";
import { codeIn, rawRequest } from "../../test-support/raw-request.js";
import { failed } from "../result.js";
import type { ApiHandlers } from "./api-handlers.js";
import { createApp } from "./app.js";
import { type Identified, NOBODY } from "./identity.js";
import { createHttpServer, type Gate } from "./listener.js";
import { accessRules } from "./local-guard.js";
import { createStaticFiles } from "./static-files.js";

const names = Object.keys(ROUTES).filter((name): name is RouteName => Object.hasOwn(ROUTES, name));
const shared = names.map((name): Route => ROUTES[name]).filter((route) => route.mode !== "personal");
const pathOf = (route: Route) => route.path.replaceAll(/:[a-zA-Z]+/g, "x");

/** Cookies `member` and `administrator` stand for accounts; every handler that is reached says `busy`. */
async function startGuarded(): Promise<number> {
  const reached = async () => failed("busy");
  const handlers: Partial<ApiHandlers> = Object.fromEntries(names.map((name) => [name, reached]));
  const app = createApp({
    handlers,
    mode: "shared",
    files: createStaticFiles("/nonexistent"),
    isReady: () => true,
    report: () => undefined,
  });
  const gate: { value: Gate | null } = { value: null };
  const server = createHttpServer({ app, gate: () => gate.value ?? fail() });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  gate.value = {
    rules: accessRules({
      port,
      publicUrl: null,
      openPaths: ["/healthz"],
      openRoutes: shared.filter((route) => route.open).map((route) => `${route.method} ${route.path}`),
      openPages: true,
    }),
    identity: {
      identify: async ({ cookie }) => visitorOf(cookie),
      welcome: () => undefined,
      replyNotSignedIn: () => undefined,
    },
    trustedProxy: null,
    secureHost: null,
  };
  return port;
}

function visitorOf(cookie: string | null): Identified {
  if (cookie !== "member" && cookie !== "administrator") return NOBODY;
  return { credential: "cookie", visitor: { accountId: cookie, role: cookie, signInId: cookie } };
}

function fail(): never {
  throw new Error("the gate is not there yet");
}

type Facts = Readonly<Record<string, string>>;
async function outcomeOf(port: number, route: Route, facts: Facts): Promise<string> {
  const isWrite = route.method !== "GET";
  const headers = { Host: `127.0.0.1:${port}`, ...(isWrite ? { "Content-Type": "application/json" } : {}), ...facts };
  const answer = await rawRequest({
    port,
    method: route.method,
    path: pathOf(route),
    headers,
    ...(isWrite ? { body: "{}" } : {}),
  });
  return codeIn(answer) ?? String(answer.status);
}

test("without a sign-in only the ways in are open, and those from the app's own origin alone [SEC-01]", async () => {
  const port = await startGuarded();
  for (const route of shared) {
    const label = `${route.method} ${route.path}`;
    const plain = await outcomeOf(port, route, {});
    expect(plain === "unauthorized", label).toBe(route.open !== true);
    expect(await outcomeOf(port, route, { Host: "evil.example" }), label).toBe("host-refused");
    expect(await outcomeOf(port, route, { Origin: "http://evil.example" }), label).toBe("origin-refused");
    expect(await outcomeOf(port, route, { "Sec-Fetch-Site": "cross-site" }), label).toBe("origin-refused");
  }
});

test("a cookie writes only with the app's own origin, and an administrator's routes ask for the role [SEC-01, ADM-01]", async () => {
  const port = await startGuarded();
  const origin = { Origin: `http://127.0.0.1:${port}` };
  for (const route of shared) {
    const label = `${route.method} ${route.path}`;
    const isWrite = route.method !== "GET";
    if (isWrite) expect(await outcomeOf(port, route, { Cookie: "member" }), label).toBe("origin-refused");
    const asMember = await outcomeOf(port, route, { Cookie: "member", ...origin });
    expect(asMember === "administrator-only", label).toBe(route.role === "administrator");
    const asAdministrator = await outcomeOf(port, route, { Cookie: "administrator", ...origin });
    expect(["administrator-only", "unauthorized", "origin-refused"], label).not.toContain(asAdministrator);
  }
});

test("pages are for everybody, the API is not, whatever the path looks like [SEC-01]", async () => {
  const port = await startGuarded();
  const get = async (path: string) => (await rawRequest({ port, path, headers: { Host: `127.0.0.1:${port}` } })).status;
  expect(await get("/")).toBe(200);
  expect(await get("/setup?code=x")).toBe(200);
  for (const path of ["/api", "/api/", "/api/state", "/api/state?x=/setup", "/api/sign-in/x"]) {
    expect(await get(path), path).toBe(401);
  }
  for (const path of ["//api/state", "/%61pi/state", "/API/state", "/./api/state", "/x/../api/state"]) {
    const answer = await rawRequest({ port, path, headers: { Host: `127.0.0.1:${port}` } });
    expect(codeIn(answer), path).not.toBe("busy");
  }
});
