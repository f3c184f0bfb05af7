import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type ErrorCode, errorText, type Route } from "@loop/contract";
import { type Context, Hono } from "hono";
import { codeOf, failed, ok, type Result } from "../result.js";
import { type AnyHandler, type ApiHandlers, bodyFailure, handlersOf, type Visitor } from "./api-handlers.js";
import { MOST_BYTES_OF_STRANGERS, readBody } from "./read-body.js";
import { errorResponse } from "./reply-error.js";
import type { StaticFiles } from "./static-files.js";

export interface AppOptions {
  /** Of this mode; a missing one fails the start. */
  readonly handlers: Partial<ApiHandlers>;
  readonly mode: "personal" | "shared";
  readonly files: StaticFiles;
  /** False while shutting down. */
  readonly isReady: () => boolean;
  /** One line about something that must not happen; never an error's own words. */
  readonly report: (line: string) => void;
}

/** What the listener knows about a request that passed the guard. */
export interface Bindings extends HttpBindings {
  readonly visitor: Visitor | null;
  readonly remoteAddress: string;
  /** Asks once more who sent it. */
  readonly visitorNow: () => Promise<Visitor | null>;
}
type AppContext = Context<{ Bindings: Bindings }>;

/** The router behind the guard: every route of the contract, health, and the browser app's files. */
export function createApp(options: AppOptions): Hono<{ Bindings: Bindings }> {
  const app = new Hono<{ Bindings: Bindings }>();
  app.get("/healthz", (context) => context.text("ok"));
  app.get("/readyz", (context) => (options.isReady() ? context.text("ok") : context.text("not ready", 503)));
  const handlers = handlersOf(options.handlers, options.mode);
  for (const handler of handlers) {
    const serve = handler.route.stream === true ? serveStream : serveJson;
    app.on(handler.route.method, handler.route.path, (context) => {
      const refusal = refuseVisitor(handler.route, context.env.visitor);
      return refusal === null ? serve(handler, context) : errorResponse(refusal);
    });
  }
  for (const path of new Set(handlers.map((handler) => handler.route.path))) {
    app.all(path, () => errorResponse("method-refused"));
  }
  app.all("/api/*", () => errorResponse("route-unknown"));
  app.get("*", (context) => options.files.reply(new URL(context.req.url).pathname));
  app.notFound(() => errorResponse("route-unknown"));
  app.onError((error, context) => {
    const code = codeOf(error) ?? "internal-error";
    // What a client may run into, as a conversation that another tab has just deleted, is no fault of Loop's.
    if (errorText(code).status >= 500)
      options.report(`${context.req.method} ${context.req.routePath} failed (${error.name}).`);
    return errorResponse(code);
  });
  return app;
}

/** The guard has let it in; what it may do there is said by the route. */
function refuseVisitor(route: Route, visitor: Visitor | null): ErrorCode | null {
  if (route.open === true) return null;
  if (visitor === null) return "unauthorized";
  return route.role === undefined || route.role === visitor.role ? null : "administrator-only";
}

const LONGEST_DEVICE = 200;

async function serveJson(handler: AnyHandler, context: AppContext): Promise<Response> {
  const body = await parsedBody(handler, context.env.incoming);
  if (!body.ok) return errorResponse(body.code);
  const { remoteAddress, incoming } = context.env;
  // A body may take a minute, and its sender be suspended in the meantime.
  const visitor = handler.route.body === undefined ? context.env.visitor : await context.env.visitorNow();
  const refusal = refuseVisitor(handler.route, visitor);
  if (refusal !== null) return errorResponse(refusal);
  const cookies = new Headers();
  const request = {
    accountId: visitor?.accountId ?? "",
    visitor,
    remoteAddress,
    device: (incoming.headers["user-agent"] ?? "").slice(0, LONGEST_DEVICE),
    setCookie: (line: string) => cookies.append("Set-Cookie", line),
    param: (name: string) => context.req.param(name) ?? "",
    body: body.value,
  };
  const result = await handler.handle(request as never);
  if (!result.ok) return errorResponse(result.code, result.retryAfterSeconds);
  return Response.json(result.value, { status: handler.route.status ?? 200, headers: cookies });
}

async function serveStream(handler: AnyHandler, context: AppContext): Promise<Response> {
  if (context.env.incoming.method !== "GET") return errorResponse("method-refused");
  const { visitor, visitorNow } = context.env;
  const request = {
    accountId: visitor?.accountId ?? "",
    mayGoOn: async () => (await visitorNow())?.accountId === visitor?.accountId,
    visitor,
    param: (name: string) => context.req.param(name) ?? "",
    query: new URL(context.req.url).searchParams,
    incoming: context.env.incoming,
    outgoing: context.env.outgoing,
  };
  const result = await handler.handle(request as never);
  return result.ok ? RESPONSE_ALREADY_SENT : errorResponse(result.code);
}

async function parsedBody(handler: AnyHandler, incoming: IncomingMessage): Promise<Result<unknown>> {
  const schema = handler.route.body;
  if (schema === undefined) return ok(null);
  const text = await readBody(incoming, handler.route.open === true ? MOST_BYTES_OF_STRANGERS : undefined);
  if (!text.ok) return text;
  const parsed = schema.safeParse(parseJson(text.value));
  return parsed.success ? ok(parsed.data) : failed(bodyFailure(handler.name, parsed.error.issues));
}

/** Undefined for what is not JSON, which no schema of the contract takes. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch {
    return undefined;
  }
}
