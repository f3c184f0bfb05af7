import { createServer, IncomingMessage, type Server, ServerResponse } from "node:http";
import { getRequestListener, type Http2Bindings } from "@hono/node-server";
import type { ErrorCode } from "@loop/contract";
import type { Hono } from "hono";
import type { Visitor } from "./api-handlers.js";
import type { Bindings } from "./app.js";
import type { Identity } from "./identity.js";
import { type AccessRules, isApi, refuseAccess } from "./local-guard.js";
import { sendError } from "./reply-error.js";
import { remoteAddress, requestFacts, sentCredentials } from "./request-facts.js";
import { setSecurityHeaders } from "./security-headers.js";

/** What only exists once the port is known. */
export interface Gate {
  readonly rules: AccessRules;
  readonly identity: Identity;
  /** The proxy whose `X-Forwarded-For` counts; null where none does. */
  readonly trustedProxy: string | null;
  /** Hosts that are reached by https, so that their cookie is marked Secure. */
  readonly secureHost: string | null;
}

export interface ListenerOptions {
  readonly app: Hono<{ Bindings: Bindings }>;
  readonly gate: () => Gate;
}

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 30_000;
const MOST_CONNECTIONS = 1_024;

/** The HTTP server: headers, then the one guard, then sign-in, then the router. */
export function createHttpServer(options: ListenerOptions): Server {
  const visitors = new WeakMap<IncomingMessage, Admitted>();
  const route = getRequestListener((request, env) => callApp(options, visitors, { request, env }), {
    overrideGlobalObjects: false,
  });
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    setSecurityHeaders(outgoing);
    const admitted = await admit(options.gate(), incoming, outgoing).catch(() => refuse(outgoing, "internal-error"));
    if (admitted === null || outgoing.destroyed) return;
    visitors.set(incoming, admitted);
    await route(incoming, outgoing); // answers 500 by itself
  };
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 5_000,
    },
    (incoming, outgoing) => void serve(incoming, outgoing), // answers by itself
  );
  server.maxConnections = MOST_CONNECTIONS;
  return server;
}

/** A request that passed, and who sent it. */
interface Admitted {
  readonly visitor: Visitor | null;
  readonly remoteAddress: string;
  readonly visitorNow: () => Promise<Visitor | null>;
}

function callApp(
  options: ListenerOptions,
  visitors: WeakMap<IncomingMessage, Admitted>,
  { request, env }: { request: Request; env: Pick<Bindings, "incoming" | "outgoing"> | Http2Bindings },
) {
  const { incoming, outgoing } = env;
  if (!(incoming instanceof IncomingMessage && outgoing instanceof ServerResponse)) {
    throw new Error("the server speaks HTTP/1.1 only");
  }
  const admitted = visitors.get(incoming);
  if (admitted === undefined) throw new Error("a request came past the guard");
  return options.app.fetch(request, { incoming, outgoing, ...admitted });
}

/** Null when the request is answered already. */
async function admit(
  { identity, rules, secureHost, trustedProxy }: Gate,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<Admitted | null> {
  const sent = sentCredentials(incoming);
  const { credential, visitor } = await identity.identify(sent);
  const facts = requestFacts(incoming, credential);
  const refusal = refuseAccess(facts, rules);
  if (refusal === "unauthorized" && facts.method === "GET" && !isApi(facts.path)) {
    identity.replyNotSignedIn(outgoing);
    return null;
  }
  if (refusal !== null) return refuse(outgoing, refusal);
  if (credential !== "launch-link") {
    const visitorNow = async () => (await identity.identify(sent)).visitor;
    return { visitor, remoteAddress: remoteAddress(incoming, trustedProxy), visitorNow };
  }
  identity.welcome(outgoing, { secure: facts.host?.toLowerCase() === secureHost });
  return null;
}

/** What a refused request still sends is not read: the connection ends with the answer. */
function refuse(outgoing: ServerResponse, code: ErrorCode): null {
  if (outgoing.headersSent) return null;
  outgoing.setHeader("Connection", "close");
  sendError(outgoing, code);
  return null;
}
