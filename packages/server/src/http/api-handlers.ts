import type { IncomingMessage, ServerResponse } from "node:http";
import { type AccountId, type ErrorCode, ROUTES, type Route, type RouteName, type RouteReply } from "@loop/contract";
import type * as z from "zod/mini";
import type { Result } from "../result.js";

export type HandledBody<Name extends RouteName> = (typeof ROUTES)[Name] extends {
  body: infer Body extends z.ZodMiniType;
}
  ? z.output<Body>
  : null;

/** A request that passed the guard, with its body parsed by the route's schema. */
export interface ApiRequest<Name extends RouteName> {
  readonly accountId: AccountId;
  /** The named part of the path; empty where the route has none. */
  readonly param: (name: string) => string;
  readonly body: HandledBody<Name>;
}

export type ApiHandler<Name extends RouteName> = (request: ApiRequest<Name>) => Promise<Result<RouteReply<Name>>>;

/** A request for a stream. The handler writes to the raw response once it knows that it will. */
export interface StreamRequest {
  readonly accountId: AccountId;
  readonly param: (name: string) => string;
  readonly query: URLSearchParams;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}
export type StreamHandler = (request: StreamRequest) => Promise<Result<null>>;

/** One handler for every route of the contract: a missing one breaks the build, and the start. */
export type ApiHandlers = {
  readonly [Name in RouteName]: (typeof ROUTES)[Name] extends { stream: true } ? StreamHandler : ApiHandler<Name>;
};

/** A handler with its types forgotten: what the router calls after parsing. */
export interface AnyHandler {
  readonly name: RouteName;
  readonly route: Route;
  readonly handle: (request: never) => Promise<Result<unknown>>;
}

/** The routes of this mode with their handlers. Throws for a route that nobody handles. */
export function handlersOf(handlers: Partial<ApiHandlers>, mode: "personal" | "shared"): readonly AnyHandler[] {
  const names = Object.keys(ROUTES).filter((name): name is RouteName => Object.hasOwn(ROUTES, name));
  return names
    .map((name) => ({ name, route: ROUTES[name] as Route, handle: handlers[name] }))
    .filter(({ route }) => route.mode === mode || route.mode === "both")
    .map(({ name, route, handle }) => {
      if (handle === undefined) throw new Error(`no handler for the route ${name}`);
      return { name, route, handle };
    });
}

/** What a body that does not fit its schema is refused with. */
export function bodyFailure(name: RouteName, issues: readonly { readonly path: readonly PropertyKey[] }[]): ErrorCode {
  if (name !== "createServer" && name !== "replaceServer") return "bad-request";
  return issues.every((issue) => issue.path[0] === "id") ? "config-id-invalid" : "config-invalid";
}
