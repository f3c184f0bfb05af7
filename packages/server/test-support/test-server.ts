import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { RouteName, RouteReply } from "@loop/contract";
import { ROUTES } from "@loop/contract";
import { McpManager } from "@loop/core";
import { type Bus, systemClock } from "@loop/core/host";
import { createInProcessBus, openStores } from "@loop/stores";
import { makeTempDir } from "@loop/testkit";
import { onTestFinished } from "vitest";
import { LazyManager } from "../src/lazy-manager.js";
import { personalMode } from "../src/modes/personal-mode.js";
import { createServer, type ServerDeps } from "../src/server.js";
import { readSettings } from "../src/settings.js";

export const TEST_TOKEN = "x".repeat(43);

export interface TestServer {
  readonly url: string;
  readonly dataDir: string;
  /** Lines that must not happen; empty in a test that went well. */
  readonly reports: readonly string[];
  readonly stores: ServerDeps["stores"];
  /** A bearer request; the body is sent as JSON. */
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  /** The reply of a route, checked against the contract. Throws for a failure. */
  ask<Name extends RouteName>(name: Name, parts?: AskParts): Promise<RouteReply<Name>>;
  events(query?: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  close(): Promise<void>;
}

export interface AskParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface TestServerOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly dataDir?: string;
  /** Of this process alone where absent. */
  readonly bus?: Bus;
}

/** A whole server on a free port over real stores and a real manager, closed when the test ends. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? makeTempDir("data");
  const env = {
    PORT: "0",
    LOOP_DATA_DIR: dataDir,
    LOOP_WORKSPACE: makeTempDir("workspace"),
    LOOP_DELIVERY: "direct",
    ...options.env,
  };
  const settings = readSettings({ PATH: process.env["PATH"], HOME: process.env["HOME"], ...env }, dataDir);
  const reports: string[] = [];
  const stores = await openStores({ file: join(dataDir, "loop.db") });
  const server = createServer(settings, {
    stores,
    bus: options.bus ?? createInProcessBus(),
    mode: personalMode({
      manager: new LazyManager(
        async () => new McpManager(join(dataDir, "mcp.json"), { environment: settings.environment }),
      ),
      token: TEST_TOKEN,
      probe: async () => ({ state: "none", engine: null, reason: "sandbox-missing" }),
    }),
    version: "0.0.0",
    clock: systemClock,
    newId: randomUUID,
    report: (line) => reports.push(line),
  });
  onTestFinished(() => server.close());
  const { url } = await server.listen();
  return { url, dataDir, reports, stores, ...clientOf(url), close: () => server.close() };
}

export type ApiClient = Pick<TestServer, "call" | "ask" | "events">;

export function clientOf(url: string, token: string = TEST_TOKEN): ApiClient {
  const authorization = { Authorization: `Bearer ${token}` };
  const call: TestServer["call"] = async (method, path, body) => {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { ...authorization, ...(body === undefined ? {} : { "Content-Type": "application/json" }) };
    const answer = await fetch(new URL(path, url), { method, headers, ...json });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
  };
  return {
    call,
    async ask(name, { params = {}, body } = {}) {
      const route = ROUTES[name];
      const path = route.path.replaceAll(/:([a-zA-Z]+)/g, (_, key: string) => params[key] ?? "");
      const answer = await call(route.method, path, body);
      if (answer.status >= 400) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
      if (!isReply(name, answer.body)) throw new Error(`${name}: not the contract's reply`);
      return answer.body;
    },
    events: (query = "", headers = {}) =>
      fetch(new URL(`/api/events${query}`, url), { headers: { ...authorization, ...headers } }),
  };
}

function isReply<Name extends RouteName>(name: Name, body: unknown): body is RouteReply<Name> {
  return ROUTES[name].reply.safeParse(body).success;
}
