import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROUTES, type RouteName, type RouteReply } from "@loop/contract";
import { systemClock } from "@loop/core/host";
import { makeTempDir } from "@loop/testkit";
import { onTestFinished } from "vitest";
import { sharedMode } from "../src/modes/shared-mode.js";
import { openSharedParts } from "../src/modes/shared-parts.js";
import { openRows } from "../src/open-rows.js";
import { createServer, type ServerDeps } from "../src/server.js";
import { readSettings } from "../src/settings.js";
import type { AskParts } from "./test-server.js";

export const PASSWORD = "a long enough password";

export interface SharedServer {
  readonly url: string;
  /** What the ready line names. */
  readonly launchLink: string;
  readonly dataDir: string;
  readonly setupCode: string;
  readonly reports: readonly string[];
  readonly stores: ServerDeps["stores"];
  /** Set up with an administrator named `root`. */
  setUp(): Promise<AccountClient>;
  /** A member made by `administrator`, signed in. */
  member(administrator: AccountClient, name: string): Promise<AccountClient>;
  signIn(name: string, password?: string): Promise<AccountClient>;
  /** Every byte of the database, its log included. */
  storedBytes(): Promise<string>;
  /** Nobody's requests. */
  readonly visitor: AccountClient;
  close(): Promise<void>;
}

/** One browser of one account: its cookie goes with every request. */
export interface AccountClient {
  readonly accountId: string;
  readonly cookie: string;
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown; headers: Headers }>;
  /** The reply of a route, checked against the contract. Throws for a failure. */
  ask<Name extends RouteName>(name: Name, parts?: AskParts): Promise<RouteReply<Name>>;
  events(query?: string): Promise<Response>;
}

export interface SharedServerOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly dataDir?: string;
}

/** A whole shared instance on a free port, closed when the test ends. Loopback servers are reached where `env` allows them. */
export async function startSharedServer(options: SharedServerOptions = {}): Promise<SharedServer> {
  const dataDir = options.dataDir ?? makeTempDir("shared");
  const env = { PORT: "0", LOOP_MODE: "shared", LOOP_DATA_DIR: dataDir, ...options.env };
  const settings = readSettings({ PATH: process.env["PATH"], HOME: process.env["HOME"], ...env }, dataDir);
  const reports: string[] = [];
  const report = (line: string) => void reports.push(line);
  const own = { clock: systemClock, newId: randomUUID, report };
  const { databaseUrl, natsUrl } = settings;
  const { stores, bus } = await openRows({ ...own, dataDir, databaseUrl, natsUrl });
  const parts = await openSharedParts(settings, stores);
  const server = createServer(settings, {
    ...own,
    stores,
    bus,
    mode: sharedMode(parts),
    version: "0.0.0",
  });
  onTestFinished(() => server.close());
  const { url, launchLink } = await server.listen();
  const setupCode = parts.setupCode.value;
  const visitor = accountClient(url, "", "");
  return {
    url,
    launchLink,
    dataDir,
    setupCode,
    reports,
    stores,
    visitor,
    storedBytes: () => bytesIn(dataDir),
    ...doors(url, visitor, setupCode),
    close: () => server.close(),
  };
}

async function bytesIn(dataDir: string): Promise<string> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith("loop.db"));
  const files = await Promise.all(names.map((name) => readFile(join(dataDir, name))));
  return Buffer.concat(files).toString("latin1");
}

function doors(
  url: string,
  visitor: AccountClient,
  setupCode: string,
): Pick<SharedServer, "setUp" | "member" | "signIn"> {
  const enter = async (path: string, body: unknown): Promise<AccountClient> => {
    const answer = await visitor.call("POST", path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    const account = ROUTES.signIn.reply.parse(answer.body).account;
    return accountClient(url, cookieOf(answer.headers), account.id);
  };
  const signIn = (name: string, password = PASSWORD) => enter("/api/sign-in", { name, password });
  return {
    setUp: () => enter("/api/setup", { name: "root", password: PASSWORD, code: setupCode }),
    async member(administrator, name) {
      await administrator.ask("createAccount", { body: { name, password: PASSWORD, role: "member" } });
      return signIn(name);
    },
    signIn,
  };
}

function cookieOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(";")[0] ?? "")
    .join("; ");
}

export function accountClient(url: string, cookie: string, accountId: string): AccountClient {
  const origin = new URL(url).origin;
  const base = { Origin: origin, ...(cookie === "" ? {} : { Cookie: cookie }) };
  const call: AccountClient["call"] = async (method, path, body) => {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { ...base, ...(body === undefined ? {} : { "Content-Type": "application/json" }) };
    const answer = await fetch(new URL(path, url), { method, headers, ...json, redirect: "manual" });
    const text = await answer.text();
    return { status: answer.status, body: readJson(text), headers: answer.headers };
  };
  return {
    accountId,
    cookie,
    call,
    async ask(name, { params = {}, body } = {}) {
      const route = ROUTES[name];
      const path = route.path.replaceAll(/:([a-zA-Z]+)/g, (_, key: string) => params[key] ?? "");
      const answer = await call(route.method, path, body);
      if (answer.status >= 400) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
      if (!isReply(name, answer.body)) throw new Error(`${name}: not the contract's reply`);
      return answer.body;
    },
    events: (query = "") => fetch(new URL(`/api/events${query}`, url), { headers: base }),
  };
}

/** The code of a refusal; null where the body has none. */
export function codeIn({ body }: { readonly body: unknown }): unknown {
  const error = typeof body === "object" && body !== null && "error" in body ? body.error : null;
  return typeof error === "object" && error !== null && "code" in error ? error.code : null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isReply<Name extends RouteName>(name: Name, body: unknown): body is RouteReply<Name> {
  return ROUTES[name].reply.safeParse(body).success;
}
