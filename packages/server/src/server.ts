import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROUTES, type Route } from "@loop/contract";
import { type Bus, type Clock, createScriptEngine, type Stores } from "@loop/core/host";
import { createApp } from "./http/app.js";
import { EventStreams } from "./http/event-streams.js";
import { createHttpServer, type Gate } from "./http/listener.js";
import { accessRules } from "./http/local-guard.js";
import { createStaticFiles, SIGN_IN_FILES } from "./http/static-files.js";
import { ModelChoice } from "./model-choice.js";
import type { MakeMode, ServerMode } from "./modes/server-mode.js";
import { ProviderSettings } from "./providers/provider-settings.js";
import { createProviderFile } from "./providers/provider-store.js";
import type { Services } from "./services.js";
import type { Settings } from "./settings.js";
import { listenFailure } from "./start-failure.js";
import { settledWithin } from "./timers.js";
import { ApprovalDesk } from "./turns/approval-desk.js";
import { LiveSessions } from "./turns/live-sessions.js";
import { ringingStores } from "./turns/ringing-stores.js";
import { TurnRunner } from "./turns/turn-runner.js";

/** What a server is made of. It owns all of them: `close` closes them. */
export interface ServerDeps {
  readonly stores: Stores;
  readonly bus: Bus;
  readonly mode: MakeMode;
  readonly version: string;
  readonly clock: Clock;
  readonly newId: () => string;
  /** One plain line about what must not happen. */
  readonly report: (line: string) => void;
  /** The built browser app; its own place in the installation where absent. */
  readonly webRoot?: string;
}

export interface LoopServer {
  /** Ends what earlier processes left behind, then listens. Throws a StartFailure. */
  listen(): Promise<{ readonly url: string; readonly launchLink: string }>;
  /** Ends turns as interrupted, then everything else, within seconds. Never throws. */
  close(): Promise<void>;
}

/** Of servers that share their rows: one that cannot renew for so long has lost its turns to whoever looks. */
const REPLICA_LEASE_MS = 9_000;
/** The instance lock lets one process own every turn, and the next start ends them: a sleeping laptop loses none. */
const SOLE_OWNER_LEASE_MS = 30 * 24 * 3_600_000;
const CLOSE_MS = 8_000;
const OPEN_PATHS = ["/healthz", "/readyz", ...SIGN_IN_FILES];

export function createServer(settings: Settings, deps: ServerDeps): LoopServer {
  const services = createServices(settings, deps);
  const { mode } = services;
  let gate: Gate | null = null;
  let isReady = false;
  const app = createApp({
    handlers: mode.handlers(services),
    mode: mode.name,
    files: createStaticFiles(deps.webRoot ?? fileURLToPath(new URL("../../web/dist/app", import.meta.url))),
    isReady: () => isReady,
    report: deps.report,
  });
  const http = createHttpServer({ app, gate: () => gateOf(gate) });
  let closing: Promise<void> | null = null;
  return {
    async listen() {
      await services.runner.reapEarlier();
      const port = await listen(http, settings);
      http.on("error", () => deps.report("A connection could not be taken; Loop goes on."));
      gate = createGate(settings, port, mode);
      isReady = true;
      services.runner.start();
      mode.started(services);
      const url = baseUrl(settings, port);
      return { url, launchLink: await mode.launchLink(url) };
    },
    close() {
      isReady = false;
      closing ??= closeAll(services, deps, http);
      return closing;
    },
  };
}

function createServices(settings: Settings, deps: ServerDeps): Services {
  const { bus, clock, newId, report, version } = deps;
  // The mode says which accounts it knows, and is made over stores that ring for them.
  const knownAccounts: string[] = [];
  const stores = ringingStores(deps.stores, bus, knownAccounts);
  const models = new ModelChoice({
    settings: stores.settings,
    providers: new ProviderSettings({
      store: createProviderFile(join(settings.dataDir, "providers.json")),
      environment: settings.environment,
    }),
    fromEnvironment: settings.model,
    clock,
  });
  const desk = new ApprovalDesk({ approvals: stores.approvals, bus, clock });
  const scripts = createScriptEngine(clock);
  const foundation = { version, settings, stores, bus, models, desk, scripts, clock, newId, report };
  const mode = deps.mode(foundation);
  knownAccounts.push(...mode.knownAccounts);
  const isSoleOwner = settings.databaseUrl === null;
  const sessions = new LiveSessions({
    conversations: stores.conversations,
    clock,
    keepsSessions: isSoleOwner,
    open: mode.openSession,
  });
  const runner = new TurnRunner({
    stores,
    sessions,
    model: (accountId) => models.driver(accountId),
    setUp: (turn) => mode.setUpTurn(turn),
    clock,
    newId,
    owner: newId(),
    leaseMs: isSoleOwner ? SOLE_OWNER_LEASE_MS : REPLICA_LEASE_MS,
    mostTurns: mode.accountLimits.turns,
    isSoleOwner,
    bus,
    report,
  });
  const streams = new EventStreams({
    events: stores.events,
    bus,
    clock,
    onServerStatus: mode.onServerStatus,
    mostOfAccount: mode.accountLimits.streams,
    report,
  });
  return { ...foundation, mode, runner, sessions, streams };
}

function createGate(settings: Settings, port: number, mode: ServerMode): Gate {
  const { publicUrl, trustedProxy } = settings;
  return {
    rules: accessRules({
      port,
      publicUrl,
      openPaths: OPEN_PATHS,
      openRoutes: openRoutesOf(mode.name),
      openPages: mode.openPages,
    }),
    identity: mode.identity(port),
    trustedProxy,
    secureHost: publicUrl?.protocol === "https:" ? publicUrl.host.toLowerCase() : null,
  };
}

function openRoutesOf(mode: ServerMode["name"]): readonly string[] {
  const routes: readonly Route[] = Object.values(ROUTES);
  return routes
    .filter((route) => route.open === true && (route.mode === mode || route.mode === "both"))
    .map((route) => `${route.method} ${route.path}`);
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
  await step(services.mode.close());
  http.closeAllConnections();
  await step(deps.bus.close());
  await step(deps.stores.close());
}
