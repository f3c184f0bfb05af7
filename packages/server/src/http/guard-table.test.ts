import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ROUTES, type RouteName } from "@loop/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeIn, type RawAnswer, rawRequest } from "../../test-support/raw-request.js";
import { failed } from "../result.js";
import type { ApiHandlers } from "./api-handlers.js";
import { createApp } from "./app.js";
import { createHttpServer, type Gate } from "./listener.js";
import { accessRules } from "./local-guard.js";
import { SignIn } from "./sign-in.js";
import { createStaticFiles, SIGN_IN_FILES } from "./static-files.js";

const TOKEN = "t".repeat(43);
const names = Object.keys(ROUTES) as RouteName[];
const reached = async () => failed("busy");
const handlers = Object.fromEntries(names.map((name) => [name, reached])) as unknown as ApiHandlers;

let server: Server;
let port = 0;
let cookie = "";

beforeAll(async () => {
  let gate: Gate | null = null;
  const app = createApp({
    handlers,
    mode: "personal",
    files: createStaticFiles("/nonexistent"),
    isReady: () => true,
    report: () => undefined,
  });
  server = createHttpServer({ app, gate: () => gate as unknown as Gate });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
  gate = {
    rules: accessRules({
      port,
      publicUrl: new URL("https://loop.example"),
      openPaths: ["/healthz", "/readyz", ...SIGN_IN_FILES],
    }),
    identity: new SignIn({ token: TOKEN, port, accountId: "personal" }),
    trustedProxy: null,
    secureHost: "loop.example",
  };
  const page = await rawRequest({ port, path: `/?token=${TOKEN}`, headers: { Host: `127.0.0.1:${port}` } });
  cookie = String(page.headers["set-cookie"]).split(";")[0] ?? "";
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Attempt {
  readonly method: string;
  readonly path: string;
  readonly host: string | null;
  readonly origin: string | null;
  readonly site: string | null;
  readonly navigates: boolean;
  readonly type: string | null;
  readonly auth: "none" | "bearer" | "cookie" | "wrong-bearer" | "wrong-cookie";
}

const goodHosts = () => new Set([`127.0.0.1:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`, "loop.example"]);
const goodOrigins = () => new Set([`http://127.0.0.1:${port}`, `http://localhost:${port}`, "https://loop.example"]);
const openPaths = new Set<string>(["/healthz", "/readyz", ...SIGN_IN_FILES]);

/** The three rules of the guard, in the words of the design and not in those of its code. */
function expected({ method, path, host, origin, site, navigates, type, auth }: Attempt): string {
  if (host === null || !goodHosts().has(host)) return "host-refused";
  const isWrite = !["GET", "HEAD"].includes(method);
  const isOwnSite = site === null || site === "same-origin" || site === "none";
  const isTopLevel = navigates && method === "GET";
  if (origin !== null && !goodOrigins().has(origin)) return "origin-refused";
  if (!isOwnSite && !isTopLevel) return "origin-refused";
  const isOpen = openPaths.has(path) && !isWrite;
  const isSignedIn = auth === "bearer" || auth === "cookie";
  if (!isSignedIn && !isOpen) return "unauthorized";
  if (isWrite && auth === "cookie" && origin === null) return "origin-refused";
  if (isWrite && type !== null && type !== "application/json") return "not-json";
  return "through";
}

function headersOf({ host, origin, site, navigates, type, auth }: Attempt): Record<string, string> {
  const credentials: Record<Attempt["auth"], Record<string, string>> = {
    none: {},
    bearer: { Authorization: `Bearer ${TOKEN}` },
    cookie: { Cookie: `other=1; ${cookie}` },
    "wrong-bearer": { Authorization: `Bearer ${TOKEN.replace("t", "u")}`, Cookie: cookie },
    "wrong-cookie": { Cookie: `${cookie}x` },
  };
  return {
    ...(host === null ? {} : { Host: host }),
    ...(origin === null ? {} : { Origin: origin }),
    ...(site === null ? {} : { "Sec-Fetch-Site": site }),
    ...(navigates ? { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" } : {}),
    ...(type === null ? {} : { "Content-Type": type }),
    ...credentials[auth],
  };
}

/** What became of it: the code of a refusal, or that it got past the guard. */
function outcome(attempt: Attempt, answer: RawAnswer): string {
  if (answer.status === 401) return "unauthorized";
  const code = codeIn(answer);
  const isRefusal = code === "host-refused" || code === "origin-refused" || code === "not-json";
  if (attempt.method === "HEAD") return { 421: "host-refused", 403: "origin-refused" }[answer.status] ?? "through";
  return isRefusal ? code : "through";
}

async function tryAll(attempts: readonly Attempt[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  const queue = [...attempts];
  const work = async () => {
    for (let attempt = queue.pop(); attempt !== undefined; attempt = queue.pop()) {
      const { method, path } = attempt;
      const answer = await rawRequest({
        port,
        method,
        path,
        headers: headersOf(attempt),
        ...(attempt.type === null || method === "GET" || method === "HEAD" ? {} : { body: "{}" }),
      });
      const seen = outcome(attempt, answer);
      const due = expected(attempt);
      if (seen !== due) wrong.push(`${JSON.stringify(attempt)}: ${seen} instead of ${due}`);
      if (answer.headers["x-frame-options"] !== "DENY") wrong.push(`${method} ${path}: no security headers`);
      if (Object.keys(answer.headers).some((name) => name.startsWith("access-control"))) wrong.push(`${path}: CORS`);
      if (path.startsWith("/api") && answer.headers["cache-control"] !== "no-store") wrong.push(`${path}: may be kept`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  return wrong;
}

function product(targets: readonly { readonly method: string; readonly path: string }[]): readonly Attempt[] {
  const own = `127.0.0.1:${port}`;
  const origins = [null, `http://${own}`, `http://localhost:${port + 1}`, "null"];
  const sites = [null, "same-origin", "same-site", "cross-site", "none"];
  const auths = ["none", "bearer", "cookie"] as const;
  const rest = { navigates: false, type: "application/json" } as const;
  const elsewhere = ["evil.example", `127.0.0.1:${port + 1}`, `evil.example:${port}`, `[::1]:${port}`];
  return targets.flatMap((target) => [
    ...origins.flatMap((origin) =>
      sites.flatMap((site) => auths.map((auth) => ({ ...target, ...rest, host: own, origin, site, auth }))),
    ),
    ...elsewhere.flatMap((host) =>
      auths.map((auth) => ({ ...target, ...rest, host, origin: `http://${own}`, site: "same-origin", auth })),
    ),
  ]);
}

const pathOf = (path: string) => path.replaceAll(/:[a-zA-Z]+/g, "x");
const registered = () =>
  names
    .filter((name) => ROUTES[name].mode !== "shared")
    .map((name) => ({ method: ROUTES[name].method, path: pathOf(ROUTES[name].path) }));
const others = [
  { method: "GET", path: "/" },
  { method: "GET", path: "/conversations/x" },
  { method: "GET", path: "/assets/app-12345.js" },
  { method: "GET", path: "/healthz" },
  { method: "GET", path: "/readyz" },
  { method: "GET", path: "/sign-in.js" },
  { method: "POST", path: "/healthz" },
  { method: "GET", path: "/api/nothing" },
  { method: "OPTIONS", path: "/api/settings/mcp" },
  { method: "HEAD", path: "/api/events" },
];

test("every route, file and stream asks the one guard: host, origin and site, credential [WEB-07]", async () => {
  expect(await tryAll(product([...registered(), ...others]))).toEqual([]);
}, 120_000);

test("a write takes JSON and nothing else, on every route [WEB-07]", async () => {
  const types = [null, "application/json", "text/plain", "application/x-www-form-urlencoded", "application/jsonx"];
  const attempts = registered().flatMap((target) =>
    types.flatMap((type) =>
      (["bearer", "cookie", "none"] as const).map((auth) => ({
        ...target,
        host: `127.0.0.1:${port}`,
        origin: `http://127.0.0.1:${port}`,
        site: "same-origin",
        navigates: false,
        type,
        auth,
      })),
    ),
  );
  expect(await tryAll(attempts)).toEqual([]);
}, 120_000);

test("only a top-level GET may come from another site, and every wrong credential is none [WEB-07]", async () => {
  const attempts = ["GET", "POST"].flatMap((method) =>
    ["/", "/api/settings/mcp", "/healthz"].flatMap((path) =>
      [null, "cross-site", "same-site"].flatMap((site) =>
        (["none", "bearer", "cookie", "wrong-bearer", "wrong-cookie"] as const).flatMap((auth) =>
          ["loop.example", `LOCALHOST:${port}`, "localhost", `127.0.0.1.:${port}`, null].map((host) => ({
            method,
            path,
            host,
            origin: method === "POST" ? "https://loop.example" : null,
            site,
            navigates: true,
            type: null,
            auth,
          })),
        ),
      ),
    ),
  );
  // HTTP/1.1 without any Host is refused by Node itself.
  expect(await tryAll(attempts.filter((attempt) => attempt.host !== null))).toEqual([]);
  const bare = await rawRequest({ port, path: "/healthz" });
  expect(bare.status).toBe(400);
}, 120_000);

test("two Host headers and an absolute request target are refused [WEB-07]", async () => {
  const headers = { Host: `127.0.0.1:${port}`, Authorization: `Bearer ${TOKEN}` };
  const absolute = await rawRequest({ port, path: `http://127.0.0.1:${port}/api/state`, headers });
  expect(absolute.status).toBe(421);
});

test("a route of the table that nobody handles is a failure at the start", () => {
  const { state: _state, ...rest } = handlers;
  const options = {
    handlers: rest as ApiHandlers,
    mode: "personal" as const,
    files: createStaticFiles("/nonexistent"),
    isReady: () => true,
    report: () => undefined,
  };
  expect(() => createApp(options)).toThrow("no handler for the route state");
});
