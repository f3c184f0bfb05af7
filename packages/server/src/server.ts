import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import {
  type Bus,
  type Clock,
  createScriptEngine,
  type HostPolicy,
  personalPolicy,
  probeSandbox,
  type SandboxState,
  type Stores,
} from "@loop/core/host";
import type { ApiHandlers } from "./http/api-handlers.js";
import { createApp } from "./http/app.js";
import type { StreamParts } from "./http/event-stream.js";
import { EventStreams } from "./http/event-streams.js";
import { createHttpServer, type Gate } from "./http/listener.js";
import { accessRules } from "./http/local-guard.js";
import { SignIn } from "./http/sign-in.js";
import { createStaticFiles, SIGN_IN_FILES } from "./http/static-files.js";
import type { LazyManager } from "./lazy-manager.js";
import { ModelChoice } from "./model-choice.js";
import { appStateRoutes } from "./routes/app-state.js";
import { conversationRoutes } from "./routes/conversations.js";
import { mcpSettingsRoutes } from "./routes/mcp-settings.js";
import { turnRoutes } from "./routes/turns.js";
import { SandboxProbe } from "./sandbox-probe.js";
import type { Services } from "./services.js";
import type { Settings } from "./settings.js";
import { listenFailure } from "./start-failure.js";
import { settledWithin } from "./timers.js";
import { ApprovalDesk } from "./turns/approval-desk.js";
import { LiveSessions } from "./turns/live-sessions.js";
import { sessionOpener } from "./turns/open-session.js";
import { ringingStores } from "./turns/ringing-stores.js";
import { TurnRunner } from "./turns/turn-runner.js";

/** What a server is made of. It owns all of them: `close` closes them. */
export interface ServerDeps {
  readonly stores: Stores;
  readonly bus: Bus;
  readonly manager: LazyManager;
  readonly token: string;
  readonly version: string;
  readonly clock: Clock;
  readonly newId: () => string;
  /** One plain line about what must not happen. */
  readonly report: (line: string) => void;
  /** Tries the sandbox of commands; the real one where absent. */
  readonly probe?: () => Promise<SandboxState>;
  /** The built browser app; its own place in the installation where absent. */
  readonly webRoot?: string;
}

export interface LoopServer {
  /** Ends what earlier processes left behind, then listens. Throws a StartFailure. */
  listen(): Promise<{ readonly url: string; readonly launchLink: string }>;
  /** Ends turns as interrupted, then everything else, within seconds. Never throws. */
  close(): Promise<void>;
}

/** Personal mode has one account; rows carry it all the same. */
export const PERSONAL_ACCOUNT = "personal";
/** The instance lock lets one process own every turn, and the next start ends them: a sleeping laptop loses none. */
const SOLE_OWNER_LEASE_MS = 30 * 24 * 3_600_000;
const CLOSE_MS = 8_000;
const OPEN_PATHS = ["/healthz", "/readyz", ...SIGN_IN_FILES];

export function createServer(settings: Settings, deps: ServerDeps): LoopServer {
  const services = createServices(settings, deps);
  let gate: Gate | null = null;
  let isReady = false;
  const app = createApp({
    handlers: createHandlers(services),
    mode: settings.mode,
    files: createStaticFiles(deps.webRoot ?? fileURLToPath(new URL("../../web/dist/app", import.meta.url))),
    isReady: () => isReady,
    report: deps.report,
  });
  const http = createHttpServer({ app, accountId: PERSONAL_ACCOUNT, gate: () => gateOf(gate) });
  let closing: Promise<void> | null = null;
  return {
    async listen() {
      await services.runner.reapEarlier();
      const port = await listen(http, settings);
      http.on("error", () => deps.report("A connection could not be taken; Loop goes on."));
      gate = createGate(settings, port, deps.token);
      isReady = true;
      services.runner.start();
      void services.sandbox.state(); // never rejects; whoever needs the outcome asks again
      void services.manager.get().catch(() => deps.report("MCP servers could not be loaded."));
      const url = baseUrl(settings, port);
      return { url, launchLink: `${url}?token=${deps.token}` };
    },
    close() {
      isReady = false;
      closing ??= closeAll(services, deps, http);
      return closing;
    },
  };
}

function createServices(settings: Settings, deps: ServerDeps): Services {
  const { bus, clock, newId, report, manager, version } = deps;
  const stores = ringingStores(deps.stores, bus, [PERSONAL_ACCOUNT]);
  const models = new ModelChoice({
    settings: stores.settings,
    environment: settings.environment,
    fromEnvironment: settings.model,
    clock,
  });
  const desk = new ApprovalDesk({ approvals: stores.approvals, bus, clock });
  const scripts = createScriptEngine(clock);
  const sandbox = new SandboxProbe(deps.probe ?? (() => probeSandbox({ clock })));
  const policy: HostPolicy = { ...personalPolicy, delivery: settings.delivery };
  const open = sessionOpener({ settings, policy, manager, desk, scripts, sandbox, clock, newId, report });
  const sessions = new LiveSessions({ conversations: stores.conversations, clock, open });
  const model = (accountId: string) => models.driver(accountId);
  const leaseMs = SOLE_OWNER_LEASE_MS;
  const runner = new TurnRunner({ stores, sessions, model, clock, newId, owner: newId(), leaseMs, report });
  const onServerStatus = statusFeed(manager, clock);
  const streams = new EventStreams({ events: stores.events, bus, clock, onServerStatus, report });
  return {
    version,
    settings,
    policy,
    manager,
    stores,
    models,
    runner,
    sessions,
    desk,
    streams,
    scripts,
    sandbox,
    clock,
    newId,
  };
}

/** The manager's changes as events of the account; they are facts of this moment and never stored. */
function statusFeed(manager: LazyManager, clock: Clock): StreamParts["onServerStatus"] {
  return async (hear) => {
    const made = await manager.get();
    return made.subscribe(({ serverId, view }) =>
      hear({ type: "server-status", at: clock.isoNow(), serverId, server: view }),
    );
  };
}

function createHandlers(services: Services): ApiHandlers {
  return {
    ...appStateRoutes(services),
    ...mcpSettingsRoutes(services),
    ...conversationRoutes(services),
    ...turnRoutes(services),
  };
}

function createGate(settings: Settings, port: number, token: string): Gate {
  const { publicUrl } = settings;
  return {
    rules: accessRules({ port, publicUrl, openPaths: OPEN_PATHS }),
    signIn: new SignIn({ token, port }),
    secureHost: publicUrl?.protocol === "https:" ? publicUrl.host.toLowerCase() : null,
  };
}

/** Set before the first connection is taken: Node accepts only after `listening` was heard. */
function gateOf(gate: Gate | null): Gate {
  if (gate === null) throw new Error("a request came before the server was ready");
  return gate;
}

function listen(http: Server, settings: Settings): Promise<number> {
  const { host, port } = settings;
  return new Promise((resolve, reject) => {
    const refuse = (error: Error): void => reject(listenFailure(error, `${host}:${port}`));
    http.once("error", refuse);
    http.listen({ host, port, exclusive: true }, () => {
      http.off("error", refuse);
      resolve(portOf(http.address(), port));
    });
  });
}

function portOf(address: AddressInfo | string | null, fallback: number): number {
  return typeof address === "object" && address !== null ? address.port : fallback;
}

function baseUrl(settings: Settings, port: number): string {
  if (settings.publicUrl !== null) return settings.publicUrl.href;
  const host = settings.host.includes(":") ? `[${settings.host}]` : settings.host;
  return `http://${host}:${port}/`;
}

/** Turns end first, while their end can still be stored and told; every step has an end of its own. */
async function closeAll(services: Services, deps: ServerDeps, http: Server): Promise<void> {
  const step = (work: Promise<unknown>) => settledWithin(deps.clock, CLOSE_MS, work);
  http.close();
  await step(services.runner.stop());
  services.streams.closeAll();
  http.closeIdleConnections();
  await step(services.scripts.close());
  await step(deps.manager.close());
  http.closeAllConnections();
  await step(deps.bus.close());
  await step(deps.stores.close());
}
