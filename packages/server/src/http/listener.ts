import { createServer, IncomingMessage, type Server, ServerResponse } from "node:http";
import { getRequestListener, type Http2Bindings } from "@hono/node-server";
import type { AccountId } from "@loop/contract";
import type { Hono } from "hono";
import type { Bindings } from "./app.js";
import { type AccessRules, refuseAccess } from "./local-guard.js";
import { sendError } from "./reply-error.js";
import { requestFacts } from "./request-facts.js";
import { setSecurityHeaders } from "./security-headers.js";
import type { SignIn } from "./sign-in.js";

/** What only exists once the port is known. */
export interface Gate {
  readonly rules: AccessRules;
  readonly signIn: SignIn;
  /** Hosts that are reached by https, so that their cookie is marked Secure. */
  readonly secureHost: string | null;
}

export interface ListenerOptions {
  readonly app: Hono<{ Bindings: Bindings }>;
  readonly gate: () => Gate;
  readonly accountId: AccountId;
}

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 30_000;
const MOST_CONNECTIONS = 1_024;

/** The HTTP server: headers, then the one guard, then sign-in, then the router. */
export function createHttpServer(options: ListenerOptions): Server {
  const route = getRequestListener((request, env) => callApp(options, request, env), {
    overrideGlobalObjects: false,
  });
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 5_000,
    },
    (incoming, outgoing) => {
      setSecurityHeaders(outgoing);
      if (admit(options.gate(), incoming, outgoing)) void route(incoming, outgoing); // answers 500 by itself
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  return server;
}

function callApp(
  options: ListenerOptions,
  request: Request,
  env: Pick<Bindings, "incoming" | "outgoing"> | Http2Bindings,
) {
  const { incoming, outgoing } = env;
  if (!(incoming instanceof IncomingMessage && outgoing instanceof ServerResponse)) {
    throw new Error("the server speaks HTTP/1.1 only");
  }
  return options.app.fetch(request, { incoming, outgoing, accountId: options.accountId });
}

/** False when the request is answered already. */
function admit(gate: Gate, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const facts = requestFacts(incoming, gate.signIn);
  const refusal = refuseAccess(facts, gate.rules);
  if (refusal === "unauthorized" && isPage(facts)) {
    gate.signIn.replyWhereTheLinkIs(outgoing);
    return false;
  }
  if (refusal !== null) {
    // What a refused request still sends is not read: the connection ends with the answer.
    outgoing.setHeader("Connection", "close");
    sendError(outgoing, refusal);
    return false;
  }
  if (facts.credential !== "launch-link") return true;
  gate.signIn.replySignedIn(outgoing, { secure: facts.host?.toLowerCase() === gate.secureHost });
  return false;
}

function isPage(facts: { readonly method: string; readonly path: string }): boolean {
  return facts.method === "GET" && facts.path !== "/api" && !facts.path.startsWith("/api/");
}
