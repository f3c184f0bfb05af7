import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { ROUTES, type Route } from "@loop/contract";
import type { Bus, Clock, Stores } from "@loop/core/host";
import { createServices } from "./create-services.js";
import { createApp } from "./http/app.js";
import { createHttpServer, type Gate } from "./http/listener.js";
import { accessRules } from "./http/local-guard.js";
import { createStaticFiles, SIGN_IN_FILES } from "./http/static-files.js";
import type { MakeMode, ServerMode } from "./modes/server-mode.js";
import type { Services } from "./services.js";
import type { Settings } from "./settings.js";
import { listenFailure } from "./start-failure.js";
import { settledWithin } from "./timers.js";

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
