import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { ROUTES, type Route } from "@loop/contract";
import { systemClock } from "@loop/core/host";
import { openStores } from "@loop/stores";
import { type ManualClock, makeTempDir } from "@loop/testkit";
import { onTestFinished } from "vitest";
import { type AccountDesk, createAccountDesk } from "../src/accounts/account-desk.js";
import { AccountIdentity } from "../src/accounts/account-identity.js";
import { AttemptLimits } from "../src/accounts/attempt-limits.js";
import { loadPasswords, type Passwords } from "../src/accounts/passwords.js";
import { sessionCookie } from "../src/accounts/session-cookie.js";
import type { ApiHandlers } from "../src/http/api-handlers.js";
import { createApp } from "../src/http/app.js";
import { createHttpServer, type Gate } from "../src/http/listener.js";
import { accessRules } from "../src/http/local-guard.js";
import { createStaticFiles } from "../src/http/static-files.js";
import { failed } from "../src/result.js";
import { accountRoutes } from "../src/routes/accounts.js";
import { codeIn, type RawAnswer, rawRequest } from "./raw-request.js";

export const SETUP_CODE = "ABCDEFGHIJKLMNOPQRST";
export const PASSWORD = "a good long password";

export interface AccountServerOptions {
  readonly publicUrl?: URL;
  readonly clock?: ManualClock;
  readonly passwords?: Passwords;
}

export interface AccountServer {
  readonly port: number;
  readonly file: string;
  readonly stores: Awaited<ReturnType<typeof openStores>>;
  readonly desk: AccountDesk;
  readonly reports: readonly string[];
  /** What the desk told of ended accounts and sign-ins. */
  readonly told: string[];
  /** A browser without a cookie, at an address of its own if one is named. */
  browser(address?: string): Browser;
  /** A browser of the first administrator, Ada, after the set-up. */
  setUp(): Promise<Browser>;
}

/** The account routes alone behind the real guard, over real stores. Every other route is unknown. */
export async function startAccountServer(options: AccountServerOptions = {}): Promise<AccountServer> {
  const file = join(makeTempDir("accounts"), "loop.db");
  const stores = await openStores({ file, ...(options.clock === undefined ? {} : { clock: options.clock }) });
  const reports: string[] = [];
  const told: string[] = [];
  const report = (line: string): void => void reports.push(line);
  const publicUrl = options.publicUrl ?? null;
  let port = 0;
  const cookie = () => sessionCookie(publicUrl, port);
  const desk = createAccountDesk({
    accounts: stores.accounts,
    settings: stores.settings,
    passwords: options.passwords ?? (await loadPasswords()),
    limits: new AttemptLimits(),
    newId: randomUUID,
    setupCode: SETUP_CODE,
    cookie,
    onSetUp: async () => void told.push("set up"),
    onAccountEnded: async (accountId, end) => void told.push(`${end} ${accountId}`),
    onSignInsEnded: (accountId) => void told.push(`signed out ${accountId}`),
    report,
  });
  const app = createApp({
    handlers: { ...unknownRoutes(), ...accountRoutes({ stores }, desk) },
    mode: "shared",
    files: createStaticFiles(makeTempDir("web")),
    isReady: () => true,
    report,
  });
  const gate = (): Gate => ({
    rules: accessRules({ port, publicUrl, openPaths: [], openRoutes: openRoutes(), openPages: true }),
    identity: new AccountIdentity({
      accounts: stores.accounts,
      clock: options.clock ?? systemClock,
      cookie: cookie(),
      report,
    }),
    trustedProxy: "127.0.0.1",
    secureHost: null,
  });
  const http = createHttpServer({ app, gate });
  await new Promise<void>((resolve) => void http.listen({ host: "127.0.0.1", port: 0 }, resolve));
  const address = http.address();
  if (isPort(address)) port = address.port;
  onTestFinished(async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
    await stores.close();
  });
  const host = publicUrl?.host ?? `127.0.0.1:${port}`;
  const origin = publicUrl?.origin ?? `http://${host}`;
  const browser = (from = "203.0.113.1"): Browser => new Browser({ port, host, origin, address: from });
  return { port, file, stores, desk, reports, told, browser, setUp: () => setUp(browser()) };
}

function isPort(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}

async function setUp(browser: Browser): Promise<Browser> {
  await browser.send("POST", "/api/setup", { name: "Ada", password: PASSWORD, code: SETUP_CODE });
  return browser;
}

function openRoutes(): string[] {
  const routes: readonly Route[] = Object.values(ROUTES);
  return routes.filter((route) => route.open === true).map((route) => `${route.method} ${route.path}`);
}

function unknownRoutes(): Partial<ApiHandlers> {
  const refuse = async () => failed("route-unknown");
  return Object.fromEntries(Object.keys(ROUTES).map((name) => [name, refuse]));
}

export interface Answer {
  readonly status: number;
  readonly code: string | null;
  readonly body: unknown;
  readonly raw: RawAnswer;
}

/** Keeps its cookie as a browser does, and comes from an address of its own. */
export class Browser {
  readonly #place: { readonly port: number; readonly host: string; readonly origin: string; readonly address: string };
  cookie: string | null = null;
  /** Every byte that came back. */
  heard = "";

  constructor(place: { port: number; host: string; origin: string; address: string }) {
    this.#place = place;
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const { port, host, origin, address } = this.#place;
    const raw = await rawRequest({
      port,
      method,
      path,
      headers: {
        Host: host,
        "X-Forwarded-For": address,
        ...(method === "GET" ? {} : { Origin: origin }),
        ...(this.cookie === null ? {} : { Cookie: this.cookie }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    this.heard += `${JSON.stringify(raw.headers)}\n${raw.text}\n`;
    this.#keep(raw.headers["set-cookie"] ?? []);
    return { status: raw.status, code: codeIn(raw), body: raw.text === "" ? null : JSON.parse(raw.text), raw };
  }

  /** The id in a reply's account. */
  async sendForId(method: string, path: string, body?: unknown): Promise<string> {
    const answer = await this.send(method, path, body);
    const id = /"id":"([^"]+)"/.exec(answer.raw.text)?.[1];
    if (answer.status !== 200 || id === undefined) throw new Error(`${method} ${path}: ${answer.raw.text}`);
    return id;
  }

  signIn(name: string, password: string = PASSWORD): Promise<Answer> {
    return this.send("POST", "/api/sign-in", { name, password });
  }

  #keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = ""] = line.split(";");
      this.cookie = line.includes("Max-Age=0") ? null : pair;
    }
  }
}
